import { RefundFailureReason } from '@mizan/contracts';
import type { Stripe } from 'stripe';
import type { RefundFailed, RefundOutcome, SyncRefundOutcome } from '../port/provider-outcome.ts';
import type { RefundRequest, SyncRefundRequest } from '../port/provider.ts';
import { expectObject, refusalOf } from './read-error.ts';
import { intentIdOf, metadataNames, type StripeContext, type RefundRecord, sentRefundKey } from './stripe-store.ts';
import { expectRecord } from '../port/record-store.ts';

/** Sends captured money back. @throws Error the refund's id was used for another refund before */
export async function refund(context: StripeContext, request: RefundRequest): Promise<RefundOutcome> {
  const { refundId, chargeId, amount, now } = request;
  const requested = { op: 'refund', chargeId, amount, at: now.toISOString() } as const;
  const isNew = (await context.store.get(refundId)) === undefined;
  const record = expectRecord(await context.store.putIfAbsent(refundId, requested), 'refund');
  if (record.chargeId !== chargeId || record.amount !== amount)
    throw new Error(`bug: ${refundId} stands for another refund already`);
  // Stripe forgets idempotency keys after a day: what may have been sent before is looked for first.
  const sent = isNew ? undefined : await findSent(context, refundId, record);
  const at = new Date(record.at);
  return sent ? refundOutcomeOf(sent, at, now) : sendRefund(context, { refundId, now }, record);
}

/**
 * Queries the state of a refund at Stripe. One without a record is looked for as well: an older database that was restored lacks the
 * record of what Stripe has made, and Stripe may have forgotten its idempotency key.
 */
export async function syncRefund(
  context: StripeContext,
  { refundId, chargeId, now }: SyncRefundRequest,
): Promise<SyncRefundOutcome> {
  const known = await context.store.get(refundId);
  const record = known && expectRecord(known, 'refund');
  const paid = record ?? (chargeId === undefined ? undefined : { chargeId });
  const sent = paid && (await findSent(context, refundId, paid));
  if (!sent) return { kind: 'not_found' };
  return refundOutcomeOf(sent, new Date(record?.at ?? sent.created * 1000), now);
}

async function sendRefund(
  context: StripeContext,
  { refundId, now }: SyncRefundRequest,
  record: RefundRecord,
): Promise<RefundOutcome> {
  const { chargeId, amount } = record;
  const intentId = await intentIdOf(context, chargeId);
  if (intentId === undefined || intentId === 'never') return refused('unknown', 'Stripe knows no such payment.', null);
  const metadata = { [metadataNames.refund]: refundId, [metadataNames.charge]: chargeId };
  try {
    const sent = await context.client.refunds.create(
      { payment_intent: intentId, amount, metadata },
      { idempotencyKey: refundId },
    );
    await context.store.putIfAbsent(sentRefundKey(refundId), {
      op: 'sent_refund',
      id: expectObject(sent, 'refund').id,
    });
    return refundOutcomeOf(sent, new Date(record.at), now);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (!refusal) throw thrown;
    return refused(refusal.code ?? 'unknown', `Stripe: ${refusal.message}`, null);
  }
}

/** Stripe's Refund of an id: by what is remembered, else among the refunds of its payment. */
async function findSent(
  context: StripeContext,
  refundId: string,
  { chargeId }: Pick<RefundRecord, 'chargeId'>,
): Promise<Stripe.Refund | undefined> {
  const { client, store } = context;
  const known = await store.get(sentRefundKey(refundId));
  if (known) return client.refunds.retrieve(expectRecord(known, 'sent_refund').id);
  const intentId = await intentIdOf(context, chargeId);
  if (intentId === undefined || intentId === 'never') return undefined;
  for await (const each of client.refunds.list({ payment_intent: intentId, limit: 100 })) {
    if (each.metadata?.[metadataNames.refund] !== refundId) continue;
    await store.putIfAbsent(sentRefundKey(refundId), { op: 'sent_refund', id: each.id });
    return each;
  }
  return undefined;
}

/** Refunds are queried daily, in case a callback got lost; a succeeded one for as long as banks return money. */
const refundCheckMs = 24 * 60 * 60_000;
const maxChecksOfSucceeded = 10;

/** The state of a refund, from Stripe's Refund. @param at when it was requested */
function refundOutcomeOf(refund: Stripe.Refund, at: Date, now: Date): RefundOutcome {
  const { id: reference, status } = expectObject(refund, 'refund');
  if (status === 'failed' || status === 'canceled')
    return refused(refund.failure_reason ?? 'unknown', 'The refund did not reach the buyer.', reference);
  const checks = Math.max(0, Math.floor((now.getTime() - at.getTime()) / refundCheckMs)) + 1;
  const checkAgainAt = new Date(at.getTime() + checks * refundCheckMs);
  if (status !== 'succeeded')
    return { kind: 'pending', reason: pendingReasonOf(refund.pending_reason), reference, checkAgainAt };
  return {
    kind: 'succeeded',
    reference,
    networkReference: refund.destination_details?.card?.reference ?? null,
    checkAgainAt: checks <= maxChecksOfSucceeded ? checkAgainAt : null,
  };
}

/** A refund that will not arrive. @param reason Stripe's own word for it */
const refused = (reason: string, message: string, reference: string | null): RefundFailed => ({
  kind: 'failed',
  failureReason: RefundFailureReason.catch('unknown').parse(reason),
  message,
  reference,
});

const pendingReasonOf = (reason: string | undefined): 'processing' | 'insufficient_funds' | 'charge_pending' =>
  reason === 'insufficient_funds' || reason === 'charge_pending' ? reason : 'processing';
