import type { Refund } from '@mizan/contracts';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import { lockUnlessErased } from '../customer/find-customer.ts';
import { spentIn, type RecordedPayment } from './converted-share.ts';
import { spendPayments, spendRefunds } from './spend.table.ts';

/**
 * Counts a refund, and stops counting it once it failed or was canceled, whichever event arrives first. A refund that
 * arrives before its payment waits in the payment's row. What a payment did not need was never counted as spent.
 */
export async function onRefund(
  tx: Tx,
  { object: refund, type }: BusEvent<'refund.created' | 'refund.failed' | 'refund.canceled'>,
): Promise<void> {
  if (refund.surplus) return;
  const sign = await (type === 'refund.created' ? recordCreated(tx, refund) : recordReversed(tx, refund));
  const change = sign * refund.amount;
  if (change === 0) return;
  const payment = await addToPayment(tx, refund.paymentIntentId, change);
  if (!payment.customerId) return;
  const customer = await lockUnlessErased(tx, payment.customerId);
  if (!customer) return;
  // All refunds together count for their share of the converted payment, rounded once.
  const after = spentIn(customer.currency, payment)?.refunded ?? 0;
  const before = spentIn(customer.currency, { ...payment, refunded: payment.refunded - change })?.refunded ?? 0;
  await changeCustomer(tx, customer, { amountRefunded: customer.amountRefunded + after - before });
}

/** 1 when the refund counts from now on. */
async function recordCreated(tx: Tx, { id }: Refund): Promise<number> {
  const inserted = await tx.one`
    ${spendRefunds.insert([{ ...tx.scope, refundId: id, reversed: false }])}
    on conflict (merchant_id, livemode, refund_id) do nothing returning 1`;
  return inserted ? 1 : 0;
}

/** -1 when the refund counted until now. */
async function recordReversed(tx: Tx, { id }: Refund): Promise<number> {
  const row = await tx.one<{ counted: boolean }>`
    ${spendRefunds.insert([{ ...tx.scope, refundId: id, reversed: true }])}
    on conflict (merchant_id, livemode, refund_id) do update set reversed = true where not spend_refunds.reversed
    returning xmax <> 0 as counted`;
  return row?.counted ? -1 : 0;
}

/** Without customer and currency until the event of the payment arrives. */
type RefundedPayment = RecordedPayment & { readonly customerId: string | null };

/** Locks the payment's row, so that the event of the payment waits for this transaction. */
async function addToPayment(tx: Tx, paymentIntentId: string, change: number): Promise<RefundedPayment> {
  const payment = await tx.one<RefundedPayment>`
    ${spendPayments.insert([{ ...tx.scope, paymentIntentId, amount: 0, refunded: change, lost: 0 }])}
    on conflict (merchant_id, livemode, payment_intent_id) do update set refunded = spend_payments.refunded + excluded.refunded
    returning customer_id, currency, amount, converted, refunded, lost`;
  if (!payment) throw new Error('bug: an upsert without a row');
  return payment;
}
