import { isOfCredentials, isRefusal } from '../port/json-client.ts';
import type { RefundFailed, RefundOutcome, RefundSucceeded, SyncRefundOutcome } from '../port/provider-outcome.ts';
import type { EndRefundRequest, RefundRequest, SyncRefundRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { takeTurn } from '../port/refund-turns.ts';
import { claimSend, isUnderWay, lastSend } from './claim-send.ts';
import type { PageContext, PagePayment } from './page-api.ts';
import {
  attemptOf,
  pageOf,
  type PageRecord,
  refundEndKey,
  type RefundEndRecord,
  type RefundRecord,
} from './page-records.ts';

/**
 * Sends captured money back. One whose answer was lost is looked for under its id first. Where the provider would carry out
 * a repeated one again, the refunds of a charge are sent one after the other, and none while the refunded total shows more
 * than is listed.
 *
 * @throws Error the refund's id was used for another refund before
 */
export async function refund(context: PageContext, request: RefundRequest): Promise<RefundOutcome> {
  const { api, store } = context;
  const { refundId, chargeId, amount, now } = request;
  const record = expectRecord(await store.putIfAbsent(refundId, { op: 'refund', chargeId, amount }), 'refund');
  if (record.chargeId !== chargeId || record.amount !== amount)
    throw new Error(`bug: ${refundId} stands for another refund already`);
  const last = await lastSend(context, refundId); // before the query, as `claimSend` demands
  const standing = await queryRefund(context, { refundId, now }, record).catch((thrown: unknown) => {
    if (!isOfOtherAccount(context, last, thrown)) throw thrown;
    return end(context, refundId, { id: null, message: 'There is no such payment.' });
  });
  if (standing.kind !== 'not_found') return standing;
  const hasEnded = async (id: string): Promise<boolean> => (await store.get(refundEndKey(id))) !== undefined;
  if (!api.isIdempotent && !(await takeTurn(store, { chargeId, refundId, hasEnded })))
    return { kind: 'unknown', cause: new Error(`${api.name}: another refund of ${chargeId} is undecided`) };
  // Found in its turn: what was refunded before it includes the refunds that have ended by now.
  const found = await findPayment(context, chargeId);
  if (!found) return end(context, refundId, { id: null, message: 'There is no such payment.' });
  if (last && found.payment.refunded > last.record.refundedBefore)
    return { kind: 'unknown', cause: new Error(`${api.name}: money was refunded since ${refundId} was sent`) };
  if (!(await claimSend(context, { key: refundId, now, last, refundedBefore: found.payment.refunded })))
    return { kind: 'unknown', cause: new Error(`${api.name}: ${refundId} is being sent`) };
  const { currency } = await attemptOf(store, chargeId);
  try {
    const id = await api.refund(found.page, { refundId, amount, currency });
    return await end(context, refundId, { id, message: null });
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
    return settleRefusal(context, request, { refunded: found.payment.refunded, message: thrown.message });
  }
}

/**
 * The payment says more than the refusal: another request for the refund, whose answer was lost, may have sent the money a
 * moment ago.
 */
async function settleRefusal(
  context: PageContext,
  { chargeId, refundId }: Pick<RefundRequest, 'chargeId' | 'refundId'>,
  { refunded, message }: { readonly refunded: number; readonly message: string },
): Promise<RefundOutcome> {
  const after = (await findPayment(context, chargeId))?.payment;
  const listed = after?.refunds.find((each) => each.refundId === refundId);
  if (listed) return end(context, refundId, { id: listed.id, message: null });
  if (after && after.refunded > refunded)
    return {
      kind: 'unknown',
      cause: new Error(`${context.api.name}: ${refundId} was refused, and money was refunded`),
    };
  return end(context, refundId, { id: null, message });
}

/**
 * Queries the state of a refund. One that was not sent and cannot be found ends when it is sent. One without a record is looked for
 * as well: an older database that was restored lacks the record of what the provider has made.
 */
export async function syncRefund(context: PageContext, request: SyncRefundRequest): Promise<SyncRefundOutcome> {
  const known = await context.store.get(request.refundId);
  const chargeId = known ? expectRecord(known, 'refund').chargeId : request.chargeId;
  if (chargeId === undefined) return { kind: 'not_found' };
  const last = await lastSend(context, request.refundId);
  return queryRefund(context, request, { chargeId }).catch((thrown: unknown) => {
    if (isOfOtherAccount(context, last, thrown)) return { kind: 'not_found' };
    throw thrown;
  });
}

/**
 * Whether the account that is connected now is another one than took the payment of a refund: it does not know it, and nothing was
 * sent. Where the provider recognizes repeated refunds, it is not recorded what was sent.
 */
const isOfOtherAccount = ({ api }: PageContext, last: Awaited<ReturnType<typeof lastSend>>, thrown: unknown): boolean =>
  !api.isIdempotent && !last && isRefusal(thrown) && thrown.status === 404;

/** Records what the operator found, as the provider's answer. */
export const endRefund = (
  context: PageContext,
  { refundId, outcome }: EndRefundRequest,
): Promise<RefundSucceeded | RefundFailed> =>
  end(
    context,
    refundId,
    outcome.kind === 'succeeded' ? { id: outcome.reference, message: null } : { id: null, message: outcome.message },
  );

/** How a refund stands; `not_found`: it may be sent. */
async function queryRefund(
  context: PageContext,
  { refundId, now }: SyncRefundRequest,
  { chargeId }: Pick<RefundRecord, 'chargeId'>,
): Promise<SyncRefundOutcome> {
  const { api, store } = context;
  const ended = await store.get(refundEndKey(refundId));
  if (ended) return outcomeOf(context, expectRecord(ended, 'refund_end'));
  const payment = (await findPayment(context, chargeId))?.payment;
  const listed = payment?.refunds.find((each) => each.refundId === refundId);
  if (listed) return end(context, refundId, { id: listed.id, message: null });
  const sent = (await lastSend(context, refundId))?.record;
  if (!sent) return { kind: 'not_found' };
  if (payment && payment.refunded > sent.refundedBefore)
    return { kind: 'unknown', cause: new Error(`${api.name}: ${refundId} was refunded, and is not listed`) };
  return isUnderWay(sent, now)
    ? { kind: 'unknown', cause: new Error(`${api.name}: ${refundId} has no answer yet`) }
    : { kind: 'not_found' };
}

async function findPayment(
  { api, store }: PageContext,
  chargeId: string,
): Promise<{ readonly page: PageRecord; readonly payment: PagePayment } | undefined> {
  const page = await pageOf(store, chargeId);
  if (page?.op !== 'page') return undefined;
  return { page, payment: await api.find(page, await attemptOf(store, chargeId)) };
}

/** Records the provider's answer to a refund; the next one of the charge may be sent. */
async function end(
  context: PageContext,
  refundId: string,
  answer: Omit<RefundEndRecord, 'op'>,
): Promise<RefundSucceeded | RefundFailed> {
  const kept = await context.store.putIfAbsent(refundEndKey(refundId), { op: 'refund_end', ...answer });
  return outcomeOf(context, expectRecord(kept, 'refund_end'));
}

const outcomeOf = ({ api }: PageContext, { id, message }: RefundEndRecord): RefundSucceeded | RefundFailed =>
  id === null
    ? {
        kind: 'failed',
        failureReason: 'unknown',
        message: `${api.name}: ${message ?? 'The refund was refused.'}`,
        reference: null,
      }
    : { kind: 'succeeded', reference: id, networkReference: null, checkAgainAt: null };
