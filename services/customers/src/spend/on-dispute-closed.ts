import type { Dispute } from '@mizan/contracts';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import { lockUnlessErased } from '../customer/find-customer.ts';
import { type RecordedPayment, spentIn } from './converted-share.ts';
import { spendDisputes, spendPayments } from './spend.table.ts';

/** Whether the dispute has cost money. */
export const isLost = ({ status }: Dispute): boolean => status === 'LOST';

/**
 * Counts a lost dispute once, in either order with its payment: one whose event arrives first waits in the payment's row.
 */
export async function onDisputeClosed(tx: Tx, { object: dispute }: BusEvent<'dispute.closed'>): Promise<void> {
  const isNew = await tx.one`
    ${spendDisputes.insert([{ ...tx.scope, disputeId: dispute.id }])}
    on conflict (merchant_id, livemode, dispute_id) do nothing returning 1`;
  if (!isNew) return;
  const payment = await addToPayment(tx, dispute);
  if (!payment.customerId) return;
  const customer = await lockUnlessErased(tx, payment.customerId);
  if (!customer) return;
  // All disputes together count for their share of the converted payment, rounded once.
  const after = spentIn(customer.currency, payment)?.lost ?? 0;
  const before = spentIn(customer.currency, { ...payment, lost: payment.lost - dispute.amount })?.lost ?? 0;
  await changeCustomer(tx, customer, { amountDisputeLosses: customer.amountDisputeLosses + after - before });
}

/** Locks the payment's row, so that the event of the payment waits for this transaction. */
async function addToPayment(
  tx: Tx,
  { paymentIntentId, amount: lost }: Dispute,
): Promise<RecordedPayment & { readonly customerId: string | null }> {
  const payment = await tx.one<RecordedPayment & { readonly customerId: string | null }>`
    ${spendPayments.insert([{ ...tx.scope, paymentIntentId, amount: 0, refunded: 0, lost }])}
    on conflict (merchant_id, livemode, payment_intent_id) do update set lost = spend_payments.lost + excluded.lost
    returning customer_id, currency, amount, converted, refunded, lost`;
  if (!payment) throw new Error('bug: an upsert without a row');
  return payment;
}
