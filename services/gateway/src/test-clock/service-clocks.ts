import type { ClockReport } from '@mizan/contracts';
import type { BoundCalls } from '@mizan/service-kit';
import { setTimeout as wait } from 'node:timers/promises';

const stepsMax = 10_000;
// Of the request's 30 s; what a service does at one instant takes a few seconds, and so does settling.
const advanceMaxMs = 12_000;
const settleBeforeMs = 20_000;
const settleMaxMs = 3_000;

const services = [
  'advanceCatalogClock',
  'advanceCustomersClock',
  'advanceCheckoutClock',
  'advancePaymentsClock',
  'advanceWebhooksClock',
] as const;

/** The clocks of all services for an account's test mode, advanced together. */
export class ServiceClocks {
  jobsRun = 0;
  eventsEmitted = 0;
  #aheadMs = 0;
  readonly #startedAt = performance.now();
  readonly #calls: BoundCalls;
  readonly #outboxIds: readonly number[];
  #reports: readonly ClockReport[];

  static async start(calls: BoundCalls): Promise<ServiceClocks> {
    const request = { at: null, aheadMs: 0, sinceOutboxId: null, throughStreamSeq: 0 };
    return new ServiceClocks(calls, await Promise.all(services.map((name) => calls[name](request))));
  }

  private constructor(calls: BoundCalls, reports: readonly ClockReport[]) {
    this.#calls = calls;
    this.#reports = reports;
    this.#outboxIds = reports.map(({ lastOutboxId }) => lastOutboxId);
  }

  /** Advances to every instant up to `end` at which something is due. @returns false when there was not enough time */
  async advanceThrough(end: Date): Promise<boolean> {
    await this.settle(); // events in transit may make something due before everything else
    let last = '';
    for (let step = 0; step < stepsMax && this.#hasTime(advanceMaxMs); step += 1) {
      const next = this.#reports
        .map(({ nextDueAt }) => nextDueAt)
        .filter((due) => due !== null && due > last)
        .sort()[0];
      if (!next || new Date(next) > end) return true;
      last = next; // what failed at that instant is not repeated
      await this.advanceTo(new Date(next));
      await this.settle();
    }
    return false;
  }

  /** Sets every clock and runs what is due by then. @returns how far ahead of real time that is, milliseconds */
  async advanceTo(at: Date): Promise<number> {
    // No clock goes backwards by the time that an earlier step took: the services' clocks would differ from the gateway's.
    this.#aheadMs = Math.max(this.#aheadMs, at.getTime() - Date.now());
    this.#reports = await this.#advance(at.toISOString(), this.#aheadMs);
    this.jobsRun += this.#reports.reduce((sum, { jobsRun }) => sum + jobsRun, 0);
    return this.#aheadMs;
  }

  /** Runs what the last step made due immediately. @returns false when it takes too long */
  async runDueNow(): Promise<boolean> {
    if (!this.#hasTime(settleBeforeMs)) return false;
    await this.advanceTo(new Date(Date.now() + this.#aheadMs));
    return this.settle();
  }

  /** Whether something that was due by then has not run. */
  hasOverdueWork(at: Date): boolean {
    return this.#reports.some(({ nextDueAt }) => nextDueAt !== null && new Date(nextDueAt) <= at);
  }

  /**
   * Waits until all events are published and handled, and handling them emitted no further events.
   * @returns false when it takes too long
   */
  async settle(): Promise<boolean> {
    let published: number | undefined; // the stream position up to which everything was published
    for (const until = performance.now() + settleMaxMs; ; await wait(10)) {
      const emittedBefore = this.eventsEmitted;
      this.#reports = await this.#advance(null, 0, published);
      this.eventsEmitted = this.#reports.reduce((sum, { eventsEmitted }) => sum + eventsEmitted, 0);
      const isPublished = this.#reports.every(({ unpublished }) => unpublished === 0);
      const isHandled = published !== undefined && this.#reports.every((report) => report.isHandled);
      if (isPublished && isHandled && this.eventsEmitted === emittedBefore) return true;
      if (performance.now() > until || !this.#hasTime(settleBeforeMs)) return false;
      published = isPublished ? Math.max(...this.#reports.map(({ lastStreamSeq }) => lastStreamSeq)) : undefined;
    }
  }

  #hasTime = (maxMs: number): boolean => performance.now() < this.#startedAt + maxMs;

  #advance(at: string | null, aheadMs = 0, throughStreamSeq = 0): Promise<ClockReport[]> {
    return Promise.all(
      services.map((name, index) =>
        this.#calls[name]({ at, aheadMs, sinceOutboxId: this.#outboxIds[index] ?? 0, throughStreamSeq }),
      ),
    );
  }
}

/** Waits until all services have handled the account's events, for a few seconds at most. */
export async function settleTestMode(calls: BoundCalls): Promise<boolean> {
  return (await ServiceClocks.start(calls)).settle();
}
