import {
  failpoint,
  log,
  newWork,
  parseTraceparent,
  runWork,
  span,
  SpanKind,
  type Database,
  type Metrics,
} from '@mizan/service-kit';
import { postpone, sendWithFault, consumeFault, type Fault } from '../chaos/faulty-sender.ts';
import type { ClaimedDelivery } from './claim-due-deliveries.ts';
import { toAttemptOutcome, type AttemptOutcome } from './attempt-outcome.ts';
import type { Sender } from '../sending/send.ts';
import type { SendResult } from '../sending/send-result.ts';
import type { SigningKeys } from '../sending/signing-keys.ts';

/** What an attempt is made with. */
export interface AttemptContext {
  readonly sender: Sender;
  readonly keys: SigningKeys;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly db: Database;
}

/**
 * Makes one attempt, as part of the trace that caused the event.
 *
 * @param record stores the outcome; false when the lease was lost
 * @param sent called as soon as the endpoint has answered or failed, before the outcome is stored
 */
export function attemptDelivery(
  delivery: ClaimedDelivery,
  { sender, keys, metrics, now, db }: AttemptContext,
  sent: (succeeded: boolean) => void,
  record: (judged: AttemptOutcome) => Promise<boolean>,
): Promise<void> {
  const work = parseTraceparent(delivery.traceparent ?? undefined) ?? newWork(0);
  return runWork({ ...work, requestId: undefined, idempotencyKey: undefined }, async () => {
    failpoint('deliver.before_send');
    const fault = delivery.mayFail ? await consumeFault(db.system, delivery.endpointId) : undefined;
    if (fault?.mode === 'delay' || fault?.mode === 'reorder') return postpone(db.system, delivery, fault);
    const sentAt = now();
    const result = await span('webhook delivery', SpanKind.CLIENT, attributesOf(delivery), () =>
      send(delivery, sender, keys, sentAt, fault),
    );
    measure(metrics, delivery, result);
    sent(result.outcome === 'delivered');
    failpoint('deliver.sent_unrecorded');
    const recorded = await record(toAttemptOutcome(delivery, result, sentAt, now(), Math.random()));
    failpoint('deliver.recorded');
    logAttempt(delivery, result, recorded);
  });
}

function send(
  delivery: ClaimedDelivery,
  sender: Sender,
  keys: SigningKeys,
  sentAt: Date,
  fault: Fault | undefined,
): Promise<SendResult> {
  const { endpointId, url, eventId, attempt, secretSealed, previousSecretSealed } = delivery;
  const sealed = previousSecretSealed === null ? [secretSealed] : [secretSealed, previousSecretSealed];
  const signingKeys = sealed.map((each) => keys.open(each));
  const made = { endpointId, url, eventId, attempt, body: Buffer.from(delivery.body), signingKeys, sentAt };
  return fault === undefined ? sender.send(made) : sendWithFault(sender, made, fault);
}

const attributesOf = (delivery: ClaimedDelivery) => ({
  'messaging.message.id': delivery.eventId,
  'mizan.endpoint.id': delivery.endpointId,
  'mizan.delivery.attempt': delivery.attempt,
});

function measure(metrics: Metrics, { livemode }: ClaimedDelivery, { outcome, durationMs }: SendResult): void {
  const labels = { 'mizan.livemode': String(livemode), 'mizan.outcome': outcome };
  metrics.add('mizan.delivery.attempts', labels);
  metrics.record('mizan.delivery.duration', durationMs / 1e3, labels);
}

function logAttempt(delivery: ClaimedDelivery, result: SendResult, recorded: boolean): void {
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
