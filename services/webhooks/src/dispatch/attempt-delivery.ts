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
import type { SigningKeys } from '../sending/sign.ts';

/** What attempts need of the dispatcher. */
export interface AttemptContext {
  readonly sender: Sender;
  readonly signingKeys: SigningKeys;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly db: Database;
}

/** How an attempt is reported. */
export interface AttemptCallbacks {
  /** Called as soon as the endpoint has responded or failed, before the outcome is stored. */
  readonly onSent: (succeeded: boolean) => void;
  /** Stores the outcome; false when the lease was lost. */
  readonly record: (outcome: AttemptOutcome) => Promise<boolean>;
}

/** Makes one attempt, as part of the trace that caused the event. */
export function attemptDelivery(
  context: AttemptContext,
  delivery: ClaimedDelivery,
  { onSent, record }: AttemptCallbacks,
): Promise<void> {
  const { metrics, now, db } = context;
  const work = parseTraceparent(delivery.traceparent ?? undefined) ?? newWork(0);
  return runWork({ ...work, requestId: undefined, idempotencyKey: undefined }, async () => {
    failpoint('deliver.before_send');
    const fault = delivery.mayFail ? await consumeFault(db.system, delivery) : undefined;
    if (fault?.mode === 'delay' || fault?.mode === 'reorder') return postpone(db.system, delivery, fault);
    const sentAt = now();
    const result = await span(
      { name: 'webhook delivery', kind: SpanKind.CLIENT, attributes: attributesOf(delivery) },
      () => send(context, delivery, { sentAt, fault }),
    );
    measure(metrics, delivery, result);
    onSent(result.outcome === 'delivered');
    failpoint('deliver.sent_unrecorded');
    const recorded = await record(toAttemptOutcome(delivery, { result, sentAt, now: now(), random: Math.random() }));
    failpoint('deliver.recorded');
    logAttempt(delivery, result, recorded);
  });
}

function send(
  { sender, signingKeys: keys }: AttemptContext,
  delivery: ClaimedDelivery,
  { sentAt, fault }: { readonly sentAt: Date; readonly fault: Fault | undefined },
): Promise<SendResult> {
  const { endpointId, url, eventId, attempt, secretSealed, previousSecretSealed } = delivery;
  const sealed = previousSecretSealed === null ? [secretSealed] : [secretSealed, previousSecretSealed];
  const signingKeys = sealed.map((each) => keys.open(each));
  const request = { endpointId, url, eventId, attempt, body: Buffer.from(delivery.body), signingKeys, sentAt };
  return fault === undefined ? sender.send(request) : sendWithFault(sender, request, fault);
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
