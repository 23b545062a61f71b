import type { ClockReport, ClockRequest } from '@mizan/contracts';
import type { BoundCalls } from '@mizan/service-kit';
import { setTimeout as wait } from 'node:timers/promises';

const stepsMax = 10_000;
// Of the 30 s that the request has; what a service does at one instant takes it a few of them, as settling does.
const patienceMs = 12_000;
const lastSettledMs = 20_000;
const settleMs = 3_000;

const services = [
  'advanceCatalogClock',
  'advanceCustomersClock',
  'advanceCheckoutClock',
  'advancePaymentsClock',
  'advanceWebhooksClock',
] as const;
const advanceAll = (calls: BoundCalls, told: ClockRequest): Promise<ClockReport[]> =>
  Promise.all(services.map((name) => calls[name](told)));

/** All services on their way through time. */
export class ServiceClocks {
  jobsRun = 0;
  eventsEmitted = 0;
  #aheadMs = 0;
  readonly #begunAt = performance.now();
  readonly #calls: BoundCalls;
  readonly #outboxIds: readonly number[];
  #reports: readonly ClockReport[];

  static async start(calls: BoundCalls): Promise<ServiceClocks> {
    return new ServiceClocks(calls, await advanceAll(calls, { at: null, aheadMs: 0, sinceOutboxId: null, throughStreamSeq: 0 }));
  }

  private constructor(calls: BoundCalls, reports: readonly ClockReport[]) {
    this.#calls = calls;
    this.#reports = reports;
    this.#outboxIds = reports.map(({ lastOutboxId }) => lastOutboxId);
  }

  /** Stops at every instant up to `end` at which something is due. @returns false when it did not get through */
  async advanceThrough(end: Date): Promise<boolean> {
    await this.settle(); // what is still on its way may come due before everything else
    let last = '';
    for (let step = 0; step < stepsMax && this.#hasTime(patienceMs); step += 1) {
      const next = this.#reports
        .map(({ nextDueAt }) => nextDueAt)
        .filter((due) => due !== null && due > last)
        .sort()[0];
      if (!next || new Date(next) > end) return true;
      last = next; // what could not be done then is not waited for
      await this.advanceTo(new Date(next));
      await this.settle();
    }
    return false;
  }

  /** Sets every clock and does what is due by then. @returns how far ahead of real time that is, milliseconds */
  async advanceTo(at: Date): Promise<number> {
    // No clock goes back for the time that an earlier step took: then theirs would differ from the gateway's.
    this.#aheadMs = Math.max(this.#aheadMs, at.getTime() - Date.now());
    this.#reports = await this.#tell(at.toISOString(), this.#aheadMs);
    this.jobsRun += this.#reports.reduce((sum, { jobsRun }) => sum + jobsRun, 0);
    return this.#aheadMs;
  }

  /** Does what the last step has made due at once. @returns false when it takes too long */
  async runDueNow(): Promise<boolean> {
    if (!this.#hasTime(lastSettledMs)) return false;
    await this.advanceTo(new Date(Date.now() + this.#aheadMs));
    return this.settle();
  }

  /** Something that was due by then was not done. */
  hasOverdueWork(at: Date): boolean {
    return this.#reports.some(({ nextDueAt }) => nextDueAt !== null && new Date(nextDueAt) <= at);
  }

  /**
   * Waits until what was done is known to all: everything published, everything published handled, and nothing more
   * emitted by handling it. @returns false when it takes too long
   */
  async settle(): Promise<boolean> {
    let published: number | undefined; // up to here, when nothing waited for the bus
    for (const until = performance.now() + settleMs; ; await wait(10)) {
      const emittedBefore = this.eventsEmitted;
      this.#reports = await this.#tell(null, 0, published);
      this.eventsEmitted = this.#reports.reduce((sum, { eventsEmitted }) => sum + eventsEmitted, 0);
      const isPublished = this.#reports.every(({ unpublished }) => unpublished === 0);
      const isHandled = published !== undefined && this.#reports.every((report) => report.isHandled);
      if (isPublished && isHandled && this.eventsEmitted === emittedBefore) return true;
      if (performance.now() > until || !this.#hasTime(lastSettledMs)) return false;
      published = isPublished ? Math.max(...this.#reports.map(({ lastStreamSeq }) => lastStreamSeq)) : undefined;
    }
  }

  #hasTime = (ofMs: number): boolean => performance.now() < this.#begunAt + ofMs;

  #tell(at: string | null, aheadMs = 0, throughStreamSeq = 0): Promise<ClockReport[]> {
    return Promise.all(
      services.map((name, index) =>
        this.#calls[name]({ at, aheadMs, sinceOutboxId: this.#outboxIds[index] ?? 0, throughStreamSeq }),
      ),
    );
  }
}

/** Waits until what the account has done is known to all services, for a few seconds at most. */
export async function settleTestMode(calls: BoundCalls): Promise<boolean> {
  return (await ServiceClocks.start(calls)).settle();
}
