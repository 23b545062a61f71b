import { claimNext } from '../port/claim-next.ts';
import type { RefundOutcome } from '../port/provider-outcome.ts';
import type { RefundRequest } from '../port/provider.ts';
import { expectRecord } from '../port/record-store.ts';
import { takeTurn } from '../port/refund-turns.ts';
import { findPayment, getTransaction } from './find-payment.ts';
import { Transaction } from './paymob-objects.ts';
import { pageOf, type PaymobContext, type RefundRecord, sendKey } from './paymob-store.ts';
import { isOfCredentials, isRefusal } from './read-error.ts';
import { endRefund, lastSend, noteForeignRefunds, outcomeOfEnd, outcomeOfRefund, queryRefund } from './sync-refund.ts';

/**
 * Sends captured money back. Paymob has no idempotency keys, and two refunds of one amount look alike: the refunds of a
 * charge are sent one after the other, and a lost answer is looked for among the transactions of the order before the
 * request is repeated.
 *
 * @throws Error the refund's id was used for another refund before
 */
export async function refund(context: PaymobContext, request: RefundRequest): Promise<RefundOutcome> {
  const { refundId, chargeId, amount, now } = request;
  const requested = { op: 'refund', chargeId, amount, at: now.toISOString() } as const;
  const record = expectRecord(await context.store.putIfAbsent(refundId, requested), 'refund');
  if (record.chargeId !== chargeId || record.amount !== amount)
    throw new Error(`bug: ${refundId} stands for another refund already`);
  const last = await lastSend(context, refundId); // before the query, as `claimNext` demands
  const standing = await queryRefund(context, { refundId, now }, record);
  if (standing.kind !== 'not_found') return standing;
  const hasEnded = async (id: string): Promise<boolean> => (await outcomeOfEnd(context, id)) !== undefined;
  if (!(await takeTurn(context.store, { chargeId, refundId, hasEnded })))
    return { kind: 'unknown', cause: new Error(`Paymob: another refund of ${chargeId} is undecided`) };
  // Found in its turn: what was refunded before it includes the refunds that have ended by now.
  const page = await pageOf(context, chargeId);
  const sale = page?.op === 'page' ? await findPayment(context, chargeId, page) : undefined;
  if (!sale) return endRefund(context, refundId, { id: null, message: 'Paymob knows no such payment.' });
  if (last && refundedOf(sale) > last.record.refundedBefore)
    return { kind: 'unknown', cause: new Error(`Paymob: money was refunded since ${refundId} was sent`) };
  // Once a request is out, a refund that is not noted may be its own.
  if (page?.op === 'page' && !last) await noteForeignRefunds(context, page);
  const sending = { op: 'refund_send', refundedBefore: refundedOf(sale), at: now.toISOString() } as const;
  const isClaimed = await claimNext(context.store, {
    last,
    keyOf: (n) => sendKey(refundId, n),
    recordOf: (nonce) => ({ ...sending, nonce }),
  });
  return isClaimed
    ? send(context, { request, record, sale })
    : { kind: 'unknown', cause: new Error(`Paymob: ${refundId} is being sent`) };
}

interface Sending {
  readonly request: RefundRequest;
  readonly record: RefundRecord;
  readonly sale: Transaction;
}

async function send(
  context: PaymobContext,
  { request: { refundId, amount, now }, record, sale }: Sending,
): Promise<RefundOutcome> {
  try {
    const child = await context.client.send({
      method: 'POST',
      path: '/api/acceptance/void_refund/refund',
      body: { transaction_id: sale.id, amount_cents: amount },
      answer: Transaction,
    });
    await endRefund(context, refundId, { id: child.id, message: null });
    return outcomeOfRefund(child, { at: new Date(record.at), now });
  } catch (thrown) {
    if (!isRefusal(thrown) || isOfCredentials(thrown)) throw thrown;
    return settleRefusal(context, refundId, { sale, message: thrown.message });
  }
}

/**
 * The payment says more than the refusal: another request for the refund, whose answer was lost, may have sent the money a
 * moment ago.
 */
async function settleRefusal(
  context: PaymobContext,
  refundId: string,
  { sale, message }: { readonly sale: Transaction; readonly message: string },
): Promise<RefundOutcome> {
  const after = await getTransaction(context, sale.id);
  return refundedOf(after) > refundedOf(sale)
    ? { kind: 'unknown', cause: new Error(`Paymob: ${refundId} was refused, and money was refunded`) }
    : endRefund(context, refundId, { id: null, message });
}

/** Minor units that Paymob shows as refunded of a payment. */
const refundedOf = ({ refunded_amount_cents: refunded }: Transaction): number => refunded ?? 0;
