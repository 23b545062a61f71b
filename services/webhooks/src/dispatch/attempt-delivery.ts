import { failpoint, log, newId, newWork, parseTraceparent, runWork, span, SpanKind } from '@mizan/service-kit';
import type { Database, Metrics } from '@mizan/service-kit';
import { postpone, sendWithFault, consumeFault, type Fault } from '../chaos/faulty-sender.ts';
import type { ClaimedDelivery } from './claim-due-deliveries.ts';
import type { OutcomeRecord } from './record-outcomes.ts';
import { nextStep, type NextStep } from './schedule.ts';
import type { Sender } from '../sending/send.ts';
import { isTimeout, type SendResult } from '../sending/send-result.ts';
import type { SigningKeys } from '../sending/sign.ts';

/** What attempts need of the dispatcher. */
export interface AttemptContext {
  readonly sender: Sender;
  readonly signingKeys: SigningKeys;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly db: Database;
}

/** The record of an attempt and what follows from it. */
export interface AttemptOutcome {
  readonly outcome: OutcomeRecord;
  /** `undefined` after a success. */
  readonly next: NextStep | undefined;
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

interface FinishedAttempt {
  readonly result: SendResult;
  /** When the attempt was made, real time. */
  readonly sentAt: Date;
  /** Real time; what is recorded and scheduled is by the account's own clock. */
  readonly now: Date;
  /** From 0 to just below 1, for the jitter. */
  readonly random: number;
}

/** Turns the result of an attempt into its record and the next step of the schedule. */
function toAttemptOutcome(delivery: ClaimedDelivery, { result, sentAt, now, random }: FinishedAttempt): AttemptOutcome {
  const recorded = {
    id: delivery.id,
    eventId: delivery.eventId,
    claimId: delivery.claimId,
    attemptedAt: new Date(sentAt.getTime() + delivery.aheadMs),
    sentAt: delivery.aheadMs > 0 ? sentAt : null,
    url: delivery.url,
    durationMs: result.durationMs,
    statusCode: result.statusCode,
    responseHeaders: result.responseHeaders,
    responseBody: result.responseSnippet,
  };
  if (result.outcome === 'delivered')
    return { outcome: { ...recorded, state: 'succeeded', error: null, retry: null }, next: undefined };
  const next = nextStep(
    {
      livemode: delivery.livemode,
      attempt: delivery.attempt,
      statusCode: result.statusCode,
      timedOut: isTimeout(result.error),
      retryAfterSeconds: result.retryAfterSeconds,
      createdAt: delivery.firstAt,
    },
    new Date(now.getTime() + delivery.aheadMs),
    random,
  );
  const retry = next.step === 'retry' ? toRetry(next.at, delivery, now) : null;
  // With a response, its status is the reason; otherwise the error says why there was none.
  const error = result.statusCode === null ? result.error : null;
  return { outcome: { ...recorded, state: 'failed', error, retry }, next };
}

const toRetry = (at: Date, { aheadMs }: ClaimedDelivery, now: Date): OutcomeRecord['retry'] => ({
  id: newId('dlv', now.getTime()),
  at,
  wakeAt: new Date(at.getTime() - aheadMs),
});

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
