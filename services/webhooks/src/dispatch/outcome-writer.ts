import { setTimeout as wait } from 'node:timers/promises';
import { log, type Database } from '@mizan/service-kit';
import { disableWebhookEndpoint } from '../endpoints/disable-webhook-endpoint.ts';
import type { ClaimedDelivery } from './claim-due-deliveries.ts';
import { shouldDisable } from './schedule.ts';
import type { EndpointBreakers } from './breaker.ts';
import type { AttemptOutcome } from './attempt-delivery.ts';
import { recordOutcomes } from './record-outcomes.ts';

const maxBatch = 256;
const retryMs = 500;
/** After this the leases have expired and another process has the deliveries. */
const retryMaxMs = 45_000;

interface Waiting extends AttemptOutcome {
  readonly delivery: ClaimedDelivery;
  readonly done: (recorded: boolean) => void;
}

/** An endpoint to disable, how often its health had been reset when it failed, and the events that it answered with 410. */
interface Failing extends Pick<ClaimedDelivery, 'endpointId' | 'merchantId' | 'livemode' | 'resets'> {
  readonly missed?: readonly string[];
}

/**
 * Writes outcomes in batches: outcomes that arrive while a statement runs wait for the next one, so that under load many
 * attempts share a commit and a single one is written at once.
 */
export class OutcomeWriter {
  readonly #db: Database;
  readonly #breakers: EndpointBreakers;
  readonly #now: () => Date;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(db: Database, breakers: EndpointBreakers, now: () => Date) {
    this.#db = db;
    this.#breakers = breakers;
    this.#now = now;
  }

  /** Resolves when the outcome is stored, with false when the lease was lost before. */
  write(delivery: ClaimedDelivery, outcome: AttemptOutcome): Promise<boolean> {
    return new Promise((done) => {
      this.#waiting.push({ delivery, ...outcome, done });
      if (!this.#isWriting) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isWriting = true;
    for (let batch = this.#waiting.splice(0, maxBatch); batch.length > 0; batch = this.#waiting.splice(0, maxBatch)) {
      const ids = await this.#record(batch);
      for (const { delivery, done } of batch) done(ids.has(delivery.id));
    }
    this.#isWriting = false;
  }

  async #record(batch: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const now = this.#now();
    const outcomes = batch.map(({ outcome }) => outcome);
    const changes = this.#breakers.changesAfter(
      lastIfGone(batch).map(({ delivery, next }) => ({
        claim: delivery,
        succeeded: next === undefined,
        exhausted: next !== undefined && next.step !== 'retry' && !delivery.isResend,
        at: timeOf(delivery, now),
      })),
    );
    const changedAt = new Map(changes.map(({ endpointId, at }) => [endpointId, at]));
    const recorded = await this.#retrying(() => recordOutcomes(this.#db.system, outcomes, changes));
    if (recorded === undefined) return new Set();
    const gone = batch.filter(({ delivery, next }) => next?.step === 'gone' && recorded.ids.has(delivery.id));
    for (const { delivery } of gone)
      await this.#disable({ ...delivery, missed: missedOf(gone, delivery) }, timeOf(delivery, now));
    for (const streak of recorded.streaks) {
      const at = changedAt.get(streak.endpointId) ?? now;
      if (shouldDisable(streak, at)) await this.#disable(streak, at);
    }
    return recorded.ids;
  }

  async #disable({ merchantId, livemode, ...endpoint }: Failing, at: Date): Promise<void> {
    const { endpointId } = endpoint;
    const disabled = await this.#retrying(() =>
      this.#db.transact({ merchantId, livemode }, (tx) => disableWebhookEndpoint(tx, endpoint), at),
    );
    if (disabled) log.warn({ event: 'endpoint.disabled', endpointId, merchantId });
  }

  /** An outcome must survive a database outage: the attempt cannot be undone. */
  async #retrying<T>(step: () => Promise<T>): Promise<T | undefined> {
    const deadline = performance.now() + retryMaxMs;
    for (;;) {
      try {
        return await step();
      } catch (thrown) {
        log.warn({ event: 'delivery.record_failed', err: thrown });
        if (performance.now() > deadline) return undefined;
        await wait(retryMs);
      }
    }
  }
}

/** In order, but a success beside a 410, which disables the endpoint, does not make up for it. */
const lastIfGone = (batch: readonly Waiting[]): Waiting[] =>
  [false, true].flatMap((gone) => batch.filter(({ next }) => (next?.step === 'gone') === gone));

/** Events that the endpoint answered with 410, which another replica's success does not make up for either. */
const missedOf = (gone: readonly Waiting[], { endpointId }: ClaimedDelivery): string[] =>
  gone
    .filter(({ delivery }) => delivery.endpointId === endpointId && !delivery.isResend)
    .map(({ delivery }) => delivery.eventId);

/** By the clock of the delivery's account. */
const timeOf = ({ aheadMs }: ClaimedDelivery, now: Date): Date => new Date(now.getTime() + aheadMs);
