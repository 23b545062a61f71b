import { failpoint, log, newWork, parseTraceparent, runWork, span, SpanKind, type Database } from '@mizan/service-kit';
import { claimDue, type ClaimedDelivery } from './claim-due.ts';
import { EndpointBreakers } from './endpoint-breakers.ts';
import { outcomeOf } from './outcome-of.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import { releaseClaims } from './record-outcomes.ts';
import type { Sender } from './send.ts';
import type { SendResult } from './send-result.ts';
import type { SigningKeys } from './signing-keys.ts';

/** In flight at once per mode and process. */
const capacity = 64;
/** How often due deliveries are looked for when nothing woke the pool: retries, and what other processes left. */
const pollMs = 500;
/** How long a stopping pool waits for attempts that are under way before it gives them back. */
const stopGraceMs = 5_000;

export interface PoolOptions {
  readonly livemode: boolean;
  readonly db: Database;
  readonly sender: Sender;
  readonly keys: SigningKeys;
  readonly now: () => Date;
}

/** Sends the due deliveries of one mode, so that a flood of test traffic never delays live deliveries. */
export class DeliveryPool {
  readonly #options: PoolOptions;
  readonly #writer: OutcomeWriter;
  readonly #breakers = new EndpointBreakers();
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  #loop: Promise<void> | undefined;
  #isWoken = false;
  #wakeUp: () => void = () => undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#writer = new OutcomeWriter(options.db, this.#breakers, options.now);
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Looks for due deliveries now. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp();
  }

  /** Claims nothing more, waits a little for what is under way, and gives the rest back untried. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#loop;
    let timer: NodeJS.Timeout | undefined;
    const graceOver = new Promise<void>((over) => (timer = setTimeout(over, stopGraceMs)));
    await Promise.race([Promise.all(this.#underWay.values()), graceOver]);
    clearTimeout(timer);
    if (this.#underWay.size > 0) await releaseClaims(this.#options.db.system, [...this.#underWay.keys()]);
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isWoken = false;
      const claimed = await this.#claim();
      for (const delivery of claimed) this.#begin(delivery);
      if (claimed.length === 0 || this.#underWay.size >= capacity) await this.#untilWoken();
    }
  }

  async #claim(): Promise<ClaimedDelivery[]> {
    const { db, livemode, now } = this.#options;
    const free = capacity - this.#underWay.size;
    if (free <= 0) return [];
    try {
      return await claimDue(db.system, { livemode, free, now: now() });
    } catch (thrown) {
      log.warn({ event: 'delivery.claim_failed', err: thrown });
      return [];
    }
  }

  #begin(delivery: ClaimedDelivery): void {
    this.#breakers.learn(delivery, this.#options.now());
    const work = parseTraceparent(delivery.traceparent ?? undefined) ?? newWork(0);
    const context = { ...work, requestId: undefined, idempotencyKey: undefined };
    const attempt = runWork(context, () => this.#attempt(delivery))
      .catch((thrown: unknown) => log.error({ event: 'delivery.crashed', deliveryId: delivery.id, err: thrown }))
      .finally(() => {
        this.#underWay.delete(delivery.claimId);
        this.wake();
      });
    this.#underWay.set(delivery.claimId, attempt);
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const { now } = this.#options;
    failpoint('deliver.before_send');
    const attemptedAt = now();
    const result = await span('webhook delivery', SpanKind.CLIENT, attributesOf(delivery), () =>
      this.#send(delivery, attemptedAt),
    );
    failpoint('deliver.sent_unrecorded');
    const judged = outcomeOf(delivery, result, attemptedAt, now(), Math.random());
    const recorded = await this.#writer.write(delivery, judged);
    failpoint('deliver.recorded');
    log.info({
      event: 'delivery.attempted',
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      endpointId: delivery.endpointId,
      merchantId: delivery.merchantId,
      attempt: delivery.attempt,
      outcome: recorded ? result.outcome : 'lease_lost',
      status: result.statusCode,
      error: result.outcome === 'failed' ? result.error : undefined,
      durationMs: result.durationMs,
    });
  }

  #send(delivery: ClaimedDelivery, sentAt: Date): Promise<SendResult> {
    const { sender, keys } = this.#options;
    const { endpointId, url, eventId, attempt, secretSealed, previousSecretSealed } = delivery;
    const sealed = previousSecretSealed === null ? [secretSealed] : [secretSealed, previousSecretSealed];
    const signingKeys = sealed.map((each) => keys.open(each));
    return sender.send({ endpointId, url, eventId, attempt, body: Buffer.from(delivery.body), signingKeys, sentAt });
  }

  #untilWoken(): Promise<void> {
    if (this.#isWoken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const attributesOf = (delivery: ClaimedDelivery) => ({
  'messaging.message.id': delivery.eventId,
  'mizan.endpoint.id': delivery.endpointId,
  'mizan.delivery.attempt': delivery.attempt,
});
