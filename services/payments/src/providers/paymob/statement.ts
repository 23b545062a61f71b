import type { StatedPayment, StatedRefund, StatementCharge } from '../port/provider-statement.ts';
import { expectRecord } from '../port/record-store.ts';
import { listTransactions } from './find-payment.ts';
import type { Transaction } from './paymob-objects.ts';
import { childKey, pageOf, type PaymobContext } from './paymob-store.ts';
import { isRefusal } from './read-error.ts';
import { capturedOf, isChild } from './read-transaction.ts';
import { hasUndecidedRefund } from './sync-refund.ts';

/**
 * Every payment of the order of a charge, also a second one that the platform has not seen. Paymob documents no list of its
 * payments: an order is found by what was recorded here alone.
 */
export async function readStatement(
  context: PaymobContext,
  { id: chargeId }: StatementCharge,
): Promise<readonly StatedPayment[]> {
  const page = await pageOf(context, chargeId);
  if (page?.op !== 'page') return [];
  const transactions = await listTransactions(context, page).catch((thrown: unknown) => {
    if (isRefusal(thrown) && thrown.status === 404) return [];
    throw thrown;
  });
  const refunds = transactions.filter(({ is_refund: isRefund }) => isRefund);
  // After the list and before its refunds are looked up: a refund of ours that is listed has been sent by now, and if it has
  // ended by now, it is known by its transaction.
  const mayBe = (await hasUndecidedRefund(context, chargeId)) ? 'any' : 'ended';
  const payments: StatedPayment[] = [];
  for (const payment of transactions.filter((each) => !isChild(each)))
    payments.push({
      ...stateOf(payment),
      reference: String(payment.id),
      chargeId,
      currency: payment.currency.toUpperCase(),
      refunded: payment.refunded_amount_cents ?? 0,
      refunds: await Promise.all(
        refunds
          .filter(({ parent_transaction: of }) => of === payment.id)
          .map((each) => statedRefund(context, { refund: each, mayBe })),
      ),
    });
  return payments;
}

function stateOf(payment: Transaction): Pick<StatedPayment, 'state' | 'amount'> {
  const { amount_cents: amount, pending, success, is_voided: isVoided } = payment;
  if (pending) return { state: 'waiting', amount };
  const captured = capturedOf(payment);
  if (success && captured > 0) return { state: isVoided ? 'ended' : 'captured', amount: captured };
  return { state: success && !isVoided ? 'held' : 'ended', amount };
}

async function statedRefund(
  { store }: Pick<PaymobContext, 'store'>,
  { refund, mayBe }: { readonly refund: Transaction; readonly mayBe: 'ended' | 'any' },
): Promise<StatedRefund> {
  const { id, amount_cents: amount, pending, success } = refund;
  const found = await store.get(childKey(id));
  const child = found && expectRecord(found, 'refund_child');
  return {
    reference: String(id),
    refundId: child?.refundId ?? null,
    // One that is noted without a name was made before a refund of ours was sent, when those before it had ended.
    mayBe: !child ? mayBe : child.refundId === null ? 'ended' : 'none',
    amount,
    state: pending ? 'pending' : success ? 'succeeded' : 'failed',
  };
}
