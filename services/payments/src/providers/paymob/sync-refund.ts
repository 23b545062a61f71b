import type { RefundFailed, RefundOutcome, RefundSucceeded, SyncRefundOutcome } from '../port/provider-outcome.ts';
import type { EndRefundRequest, SyncRefundRequest } from '../port/provider.ts';
import { expectRecord, lastNumbered, type Numbered } from '../port/record-store.ts';
import { lastInTurn } from '../port/refund-turns.ts';
import { findPayment, getTransaction, listTransactions } from './find-payment.ts';
import type { Transaction } from './paymob-objects.ts';
import {
  childKey,
  pageOf,
  type PageRecord,
  type PaymobContext,
  type RefundEndRecord,
  refundEndKey,
  type RefundRecord,
  type RefundSendRecord,
  sendKey,
} from './paymob-store.ts';
import { isOfCredentials, isRefusal } from './read-error.ts';

type Stored = Pick<PaymobContext, 'store'>;

/** Longer than a request that lost its answer can still be under way at Paymob. */
const underWayMs = 2 * 60_000;

/**
 * Queries the state of a refund at Paymob. One that was not sent by what is recorded, while Paymob shows another of its amount, may have
 * been sent after the backup of a database that was restored: only the operator can tell.
 */
export async function syncRefund(context: PaymobContext, request: SyncRefundRequest): Promise<SyncRefundOutcome> {
  const { refundId } = request;
  const known = await context.store.get(refundId);
  const record = known && expectRecord(known, 'refund');
  const standing = record ? await queryRefund(context, request, record) : ({ kind: 'not_found' } as const);
  if (standing.kind !== 'not_found' || (await lastSend(context, refundId))) return standing;
  const unclaimed = await findUnclaimedOf(context, request);
  return unclaimed && (unclaimed.success || unclaimed.pending)
    ? {
        kind: 'unknown',
        cause: new Error(`Paymob: a refund of the amount of ${refundId} was made that is not recorded`),
      }
    : standing;
}

/** How a refund stands; `not_found`: Paymob has none, and it may be sent. */
export async function queryRefund(
  context: PaymobContext,
  { refundId, now }: SyncRefundRequest,
  record: RefundRecord,
): Promise<SyncRefundOutcome> {
  const times = { at: new Date(record.at), now };
  const ended = await outcomeOfEnd(context, refundId);
  if (ended?.foundAs !== undefined) return foundRefund(ended.foundAs);
  if (ended)
    return ended.id === null ? refused(ended.message) : outcomeOfRefund(await getTransaction(context, ended.id), times);
  const sent = await lastSend(context, refundId);
  if (!sent) return { kind: 'not_found' };
  const found = await findSent(context, record, sent.record);
  if (found === 'arrived')
    return { kind: 'unknown', cause: new Error(`Paymob: ${refundId} was refunded, and its transaction is not listed`) };
  if (found) {
    await endRefund(context, refundId, { id: found.id, message: null });
    return outcomeOfRefund(found, times);
  }
  const isUnderWay = now.getTime() - Date.parse(sent.record.at) < underWayMs;
  return isUnderWay
    ? { kind: 'unknown', cause: new Error(`Paymob: ${refundId} has no answer yet`) }
    : { kind: 'not_found' };
}

/**
 * A transaction of a refund's amount that no refund has; undefined also where Paymob does not list an order, which is not documented
 * well enough to depend on it.
 */
async function findUnclaimedOf(
  context: PaymobContext,
  { refundId, chargeId, amount }: SyncRefundRequest,
): Promise<Transaction | undefined> {
  const known = await context.store.get(refundId);
  const refund = known ? expectRecord(known, 'refund') : { chargeId, amount };
  if (refund.chargeId === undefined || refund.amount === undefined) return undefined;
  try {
    return await findUnclaimed(context, { chargeId: refund.chargeId, amount: refund.amount });
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
    return undefined;
  }
}

/** A transaction that refunds this amount and that no other refund has. */
async function findUnclaimed(
  context: PaymobContext,
  { chargeId, amount }: Pick<RefundRecord, 'chargeId' | 'amount'>,
): Promise<Transaction | undefined> {
  const page = await pageOf(context, chargeId);
  if (page?.op !== 'page') return undefined;
  for (const each of await listTransactions(context, page)) {
    if (!each.is_refund || each.amount_cents !== amount) continue;
    if (!(await context.store.get(childKey(each.id)))) return each;
  }
  return undefined;
}

/** The transaction of a refund whose answer got lost. */
async function findSent(
  context: PaymobContext,
  record: RefundRecord,
  { refundedBefore }: RefundSendRecord,
): Promise<Transaction | 'arrived' | undefined> {
  const { chargeId } = record;
  const page = await pageOf(context, chargeId);
  if (page?.op !== 'page') return undefined;
  const unclaimed = await findUnclaimed(context, record);
  if (unclaimed) return unclaimed;
  // The list is not documented as well as the payment's own total.
  const sale = await findPayment(context, chargeId, page);
  return (sale?.refunded_amount_cents ?? 0) > refundedBefore ? 'arrived' : undefined;
}

/**
 * Remembers what was refunded at Paymob before a refund is sent, and not through the platform: if the answer gets lost, one of
 * the same amount is not taken for it.
 */
export async function noteForeignRefunds(context: PaymobContext, page: PageRecord): Promise<void> {
  const listed = await listTransactions(context, page).catch((thrown: unknown) => {
    if (isRefusal(thrown)) return []; // the list is not documented well enough to depend on it
    throw thrown;
  });
  for (const { id, is_refund: isRefund } of listed)
    if (isRefund) await context.store.putIfAbsent(childKey(id), { op: 'refund_child', refundId: null });
}

/** Whether a refund of the charge was sent and has no answer yet: one at Paymob that is not noted may be it. */
export async function hasUndecidedRefund({ store }: Stored, chargeId: string): Promise<boolean> {
  const refundId = await lastInTurn(store, chargeId);
  if (refundId === undefined || !(await lastSend({ store }, refundId))) return false;
  return (await outcomeOfEnd({ store }, refundId)) === undefined;
}

/** The last time that a refund was sent, counted from 1. */
export async function lastSend({ store }: Stored, refundId: string): Promise<Numbered<RefundSendRecord> | undefined> {
  const last = await lastNumbered(store, (n) => sendKey(refundId, n));
  return last && { n: last.n, record: expectRecord(last.record, 'refund_send') };
}

/** Paymob's answer to a refund; undefined while there is none. */
export async function outcomeOfEnd({ store }: Stored, refundId: string): Promise<RefundEndRecord | undefined> {
  const record = await store.get(refundEndKey(refundId));
  return record && expectRecord(record, 'refund_end');
}

/** Records what Paymob answered to a refund; the next refund of the charge may be sent. */
export async function endRefund(
  { store }: PaymobContext,
  refundId: string,
  end: Omit<RefundEndRecord, 'op'>,
): Promise<RefundFailed> {
  if (end.id !== null) await store.putIfAbsent(childKey(end.id), { op: 'refund_child', refundId });
  const kept = await store.putIfAbsent(refundEndKey(refundId), { op: 'refund_end', ...end });
  return refused(expectRecord(kept, 'refund_end').message);
}

/** Records what the operator found, as Paymob's answer; the transaction that it names is taken for no other refund. */
export async function recordRefundEnd(
  context: PaymobContext,
  request: EndRefundRequest,
): Promise<RefundSucceeded | RefundFailed> {
  const { store } = context;
  const { refundId, outcome } = request;
  const isMade = outcome.kind === 'succeeded';
  const child = isMade ? await childOf(context, request, outcome.reference) : undefined;
  if (child !== undefined) await store.putIfAbsent(childKey(child), { op: 'refund_child', refundId });
  const found = isMade ? { message: null, foundAs: outcome.reference } : { message: outcome.message };
  const kept = expectRecord(
    await store.putIfAbsent(refundEndKey(refundId), { op: 'refund_end', id: null, ...found }),
    'refund_end',
  );
  if (kept.foundAs !== undefined) return foundRefund(kept.foundAs);
  return kept.id === null ? refused(kept.message) : foundRefund(String(kept.id));
}

/**
 * The transaction that an operator has found: the one that is named, else one of the refund's amount that no other refund has. Undefined
 * also while Paymob does not answer: what the operator has found is recorded nevertheless.
 */
async function childOf(
  context: PaymobContext,
  request: SyncRefundRequest,
  reference: string,
): Promise<number | undefined> {
  if (/^\d{1,15}$/.test(reference)) return Number(reference);
  const unclaimed = await findUnclaimedOf(context, request).catch(() => undefined);
  return unclaimed?.id;
}

const foundRefund = (reference: string): RefundSucceeded => ({
  kind: 'succeeded',
  reference,
  networkReference: null,
  checkAgainAt: null,
});

/** Pending refunds are queried daily, in case a callback got lost. */
const refundCheckMs = 24 * 60 * 60_000;

/** The state of a refund, from its transaction. @param times when it was requested, and now */
export function outcomeOfRefund(
  { id, pending, success, data }: Transaction,
  { at, now }: { readonly at: Date; readonly now: Date },
): RefundOutcome {
  const reference = String(id);
  if (pending) {
    const checks = Math.max(0, Math.floor((now.getTime() - at.getTime()) / refundCheckMs)) + 1;
    const checkAgainAt = new Date(at.getTime() + checks * refundCheckMs);
    return { kind: 'pending', reason: 'processing', reference, checkAgainAt };
  }
  if (!success) return { ...refused(data?.message ?? null), failureReason: 'declined', reference };
  return { kind: 'succeeded', reference, networkReference: data?.receipt_no?.trim() || null, checkAgainAt: null };
}

const refused = (message: string | null): RefundFailed => ({
  kind: 'failed',
  failureReason: /balance|insufficient/i.test(message ?? '') ? 'insufficient_funds' : 'unknown',
  message: `Paymob: ${message ?? 'The refund was declined.'}`,
  reference: null,
});
