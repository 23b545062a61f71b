import { z } from 'zod';
import { claimNext } from '../port/claim-next.ts';
import type { RefundFailed, RefundOutcome, RefundSucceeded, SyncRefundOutcome } from '../port/provider-outcome.ts';
import type { EndRefundRequest, RefundRequest, SyncRefundRequest } from '../port/provider.ts';
import { expectRecord, lastNumbered, type Numbered } from '../port/record-store.ts';
import { allInTurn, takeTurn } from '../port/refund-turns.ts';
import { findOrder, type FawryOrder } from './find-order.ts';
import { amountText } from './fawry-client.ts';
import {
  type FawryContext,
  orderKey,
  refundEndKey,
  type RefundRecord,
  refundSendKey,
  type RefundSendRecord,
} from './fawry-store.ts';
import { isOfCredentials, isRefusal } from './read-error.ts';
import { attemptOf } from './sync.ts';

/** Longer than a request that lost its answer can still be under way at Fawry. */
const underWayMs = 2 * 60_000;
/** Something of the order is left to refund. */
const refundableStatuses = ['PAID', 'DELIVERED', 'PARTIAL_REFUNDED'];
const Done = z.object({ statusCode: z.literal(200) });

/**
 * Sends money back. Fawry's refunds have no id and its orders do not say how much was refunded: the refunds of a charge are
 * sent one after the other, and one whose answer is lost is repeated only if the order's status proves that it did not arrive.
 *
 * @throws Error the refund's id was used for another refund before
 */
export async function refund(context: FawryContext, request: RefundRequest): Promise<RefundOutcome> {
  const { refundId, chargeId, amount, now } = request;
  const stored = await context.store.putIfAbsent(refundId, { op: 'refund', chargeId, amount });
  const record = expectRecord(stored, 'refund');
  if (record.chargeId !== chargeId || record.amount !== amount)
    throw new Error(`bug: ${refundId} stands for another refund already`);
  const last = await lastSend(context, refundId); // before the query, as `claimNext` demands
  const standing = await queryRefund(context, { refundId, now }, record);
  if (standing.kind !== 'not_found') return standing;
  if (!(await context.store.get(chargeId))) return end(context, refundId, 'There is no such payment.');
  const hasEnded = async (id: string): Promise<boolean> => (await context.store.get(refundEndKey(id))) !== undefined;
  const before = await takeTurn(context.store, { chargeId, refundId, hasEnded });
  if (!before) return { kind: 'unknown', cause: new Error(`Fawry: another refund of ${chargeId} is undecided`) };
  // Found in its turn: its status is that after the refunds that have ended. An earlier request for this one may have taken
  // effect since the query.
  const attempt = await attemptOf(context, chargeId);
  const order = await findOrder(context, chargeId, attempt);
  const refundedBefore = await refundedBy(context, before);
  const completes = refundedBefore + amount === attempt.amount;
  if (last && !isUnchanged(order?.orderStatus, { statusBefore: last.record.statusBefore, completes }))
    return { kind: 'unknown', cause: new Error(`Fawry: the order has changed since ${refundId} was sent`) };
  // One that Fawry has answered before cannot be gone.
  if (!order && (await context.store.get(orderKey(chargeId))))
    return { kind: 'unknown', cause: new Error(`Fawry: the order of ${chargeId} is not found`) };
  if (!order || !refundableStatuses.includes(order.orderStatus)) return endUnsent(context, { refundId, last });
  const sending = {
    op: 'refund_send',
    statusBefore: order.orderStatus,
    refundedBefore,
    at: now.toISOString(),
  } as const;
  const isClaimed = await claimNext(context.store, {
    last,
    keyOf: (n) => refundSendKey(refundId, n),
    recordOf: (nonce) => ({ ...sending, nonce }),
  });
  return isClaimed
    ? send(context, request, { order, completes })
    : { kind: 'unknown', cause: new Error(`Fawry: ${refundId} is being sent`) };
}

/**
 * Queries the state of a refund. One that was not sent by what is recorded, while its order was refunded and no refund of it is recorded,
 * may have been sent after the backup of a database that was restored: only the operator can tell.
 */
export async function syncRefund(context: FawryContext, request: SyncRefundRequest): Promise<SyncRefundOutcome> {
  const { refundId } = request;
  const known = await context.store.get(refundId);
  const record = known && expectRecord(known, 'refund');
  const standing = record ? await queryRefund(context, request, record) : ({ kind: 'not_found' } as const);
  if (standing.kind !== 'not_found' || (await lastSend(context, refundId))) return standing;
  const chargeId = record?.chargeId ?? request.chargeId;
  return chargeId !== undefined && (await isRefundedUnrecorded(context, chargeId))
    ? { kind: 'unknown', cause: new Error(`Fawry: a refund of the order of ${refundId} was made that is not recorded`) }
    : standing;
}

/** Whether Fawry shows more refunded of the order of a charge than is recorded, as far as its status tells. */
async function isRefundedUnrecorded(context: FawryContext, chargeId: string): Promise<boolean> {
  const { store } = context;
  if (!(await store.get(chargeId))) return false;
  const attempt = await attemptOf(context, chargeId);
  const status = (await findOrder(context, chargeId, attempt))?.orderStatus;
  if (status !== 'PARTIAL_REFUNDED' && status !== 'REFUNDED') return false;
  const recorded = await refundedInTurns(context, chargeId);
  return status === 'REFUNDED' ? recorded < attempt.amount : recorded === 0;
}

/** Records what the operator found, as Fawry's answer. */
export const endRefund = (
  context: FawryContext,
  { refundId, outcome }: EndRefundRequest,
): Promise<RefundSucceeded | RefundFailed> =>
  end(context, refundId, outcome.kind === 'succeeded' ? null : outcome.message);

/** How a refund stands; `not_found`: it did not arrive, and may be sent. */
async function queryRefund(
  context: FawryContext,
  { refundId, now }: SyncRefundRequest,
  { chargeId, amount }: RefundRecord,
): Promise<SyncRefundOutcome> {
  const ended = await context.store.get(refundEndKey(refundId));
  if (ended) return outcomeOf(refundId, expectRecord(ended, 'refund_end').message);
  const sent = (await lastSend(context, refundId))?.record;
  if (!sent) return { kind: 'not_found' };
  const attempt = await attemptOf(context, chargeId);
  const order = await findOrder(context, chargeId, attempt);
  const completes = sent.refundedBefore + amount === attempt.amount;
  const arrived = completes ? 'REFUNDED' : 'PARTIAL_REFUNDED';
  const status = order?.orderStatus;
  if (status === arrived && status !== sent.statusBefore) return end(context, refundId, null);
  if (
    status === undefined ||
    now.getTime() - Date.parse(sent.at) < underWayMs ||
    status === arrived ||
    !isUnchanged(status, { statusBefore: sent.statusBefore, completes })
  )
    return { kind: 'unknown', cause: new Error(`Fawry: the order does not prove whether ${refundId} arrived`) };
  return { kind: 'not_found' };
}

/**
 * Whether an order shows that no request for a refund took effect. A delivery changes nothing of what was refunded, but it may
 * hide a part that was; an order without a rest is not delivered.
 */
const isUnchanged = (
  status: string | undefined,
  { statusBefore, completes }: { readonly statusBefore: string; readonly completes: boolean },
): boolean => status === statusBefore || (completes && statusBefore === 'PAID' && status === 'DELIVERED');

/** Minor units that the refunds have returned; all of them have ended. */
async function refundedBy(context: FawryContext, refundIds: readonly string[]): Promise<number> {
  let refunded = 0;
  for (const id of refundIds) {
    const returned = await returnedBy(context, id);
    if (returned === undefined) throw new Error(`bug: ${id} has had its turn and has not ended`);
    refunded += returned;
  }
  return refunded;
}

/** Minor units that all refunds of a charge have returned which have ended by now. */
async function refundedInTurns(context: FawryContext, chargeId: string): Promise<number> {
  const returned = await Promise.all((await allInTurn(context.store, chargeId)).map((id) => returnedBy(context, id)));
  return returned.reduce<number>((sum, each = 0) => sum + each, 0);
}

/** Minor units that a refund has returned; undefined while it has not ended. */
async function returnedBy({ store }: FawryContext, refundId: string): Promise<number | undefined> {
  const [ended, refund] = await Promise.all([store.get(refundEndKey(refundId)), store.get(refundId)]);
  if (!ended || !refund) return undefined;
  return expectRecord(ended, 'refund_end').message === null ? expectRecord(refund, 'refund').amount : 0;
}

/** The last time that a refund was sent, counted from 1. */
async function lastSend({ store }: FawryContext, refundId: string): Promise<Numbered<RefundSendRecord> | undefined> {
  const last = await lastNumbered(store, (n) => refundSendKey(refundId, n));
  return last && { n: last.n, record: expectRecord(last.record, 'refund_send') };
}

/**
 * Fails a refund of an order of which nothing is left. Another call that has sent it since may be what has emptied the order:
 * its claim was stored before that.
 */
async function endUnsent(
  context: FawryContext,
  { refundId, last }: { readonly refundId: string; readonly last: Numbered<RefundSendRecord> | undefined },
): Promise<RefundOutcome> {
  return (await lastSend(context, refundId))?.n === last?.n
    ? end(context, refundId, 'There is nothing to refund.')
    : { kind: 'unknown', cause: new Error(`Fawry: ${refundId} is being sent`) };
}

interface Sending {
  readonly order: FawryOrder;
  /** Nothing of the order is left after it. */
  readonly completes: boolean;
}

async function send(
  context: FawryContext,
  request: RefundRequest,
  { order: { fawryRefNumber, orderStatus }, completes }: Sending,
): Promise<RefundOutcome> {
  const { refundId, amount } = request;
  const { client } = context;
  const { merchantCode } = client.access;
  try {
    await client.send({
      path: '/ECommerceWeb/Fawry/payments/refund',
      body: {
        merchantCode,
        referenceNumber: fawryRefNumber,
        refundAmount: amount / 100,
        signature: client.sign(merchantCode, fawryRefNumber, amountText(amount)),
      },
      answer: Done,
    });
    return await end(context, refundId, null);
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
    return settleRefusal(context, request, { statusBefore: orderStatus, completes, message: thrown.message });
  }
}

/**
 * The order says more than the refusal: another request for the refund, whose answer was lost, may have sent the money a
 * moment ago.
 */
async function settleRefusal(
  context: FawryContext,
  { chargeId, refundId }: RefundRequest,
  { message, ...sent }: { readonly statusBefore: string; readonly completes: boolean; readonly message: string },
): Promise<RefundOutcome> {
  const after = await findOrder(context, chargeId, await attemptOf(context, chargeId));
  return isUnchanged(after?.orderStatus, sent)
    ? end(context, refundId, message)
    : { kind: 'unknown', cause: new Error(`Fawry: ${refundId} was refused, and its order has changed`) };
}

/** Records how a refund ended; the next one of the charge may be sent. */
async function end(
  { store }: FawryContext,
  refundId: string,
  message: string | null,
): Promise<RefundSucceeded | RefundFailed> {
  const kept = await store.putIfAbsent(refundEndKey(refundId), { op: 'refund_end', message });
  return outcomeOf(refundId, expectRecord(kept, 'refund_end').message);
}

/** Fawry gives refunds no reference of their own. */
const outcomeOf = (refundId: string, message: string | null): RefundSucceeded | RefundFailed =>
  message === null
    ? { kind: 'succeeded', reference: refundId, networkReference: null, checkAgainAt: null }
    : { kind: 'failed', failureReason: 'unknown', message: `Fawry: ${message}`, reference: null };
