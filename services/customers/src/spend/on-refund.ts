import type { Currency, Refund } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import { lockUnlessErased } from '../customer/find-customer.ts';
import { recountSpending } from './recount-spending.ts';

interface Counted {
  customerId: string | null;
  currency: Currency | null;
}

/**
 * Counts a refund while it stands and takes it out again when it failed or was canceled, whichever is heard of first. A
 * refund whose payment has not been heard of waits in the payment's row.
 */
export async function countRefund(tx: Tx, refund: Refund, state: 'stands' | 'reversed'): Promise<void> {
  const change = (await (state === 'stands' ? recordStanding(tx, refund) : recordReversed(tx, refund))) * refund.amount;
  if (change === 0) return;
  const payment = await addToPayment(tx, refund.paymentIntentId, change);
  if (!payment.customerId) return;
  const customer = await lockUnlessErased(tx, payment.customerId);
  if (!customer) return;
  const spending =
    customer.currency === payment.currency
      ? { amountRefunded: customer.amountRefunded + change }
      : await recountSpending(tx, customer); // a refund is worth the share of what its payment is worth
  await changeCustomer(tx, customer, spending);
}

/** 1 when the refund counts from now on. */
async function recordStanding(tx: Tx, { id }: Refund): Promise<number> {
  const fresh = await tx.one`
    insert into spend_refunds (merchant_id, livemode, refund_id, reversed)
    values (${tx.scope.merchantId}, ${tx.scope.livemode}, ${id}, false)
    on conflict (merchant_id, livemode, refund_id) do nothing returning 1`;
  return fresh ? 1 : 0;
}

/** -1 when the refund counted until now. */
async function recordReversed(tx: Tx, { id }: Refund): Promise<number> {
  const row = await tx.one<{ counted: boolean }>`
    insert into spend_refunds as known (merchant_id, livemode, refund_id, reversed)
    values (${tx.scope.merchantId}, ${tx.scope.livemode}, ${id}, true)
    on conflict (merchant_id, livemode, refund_id) do update set reversed = true where not known.reversed
    returning xmax <> 0 as counted`;
  return row?.counted ? -1 : 0;
}

/** The payment's row stays locked, so that its own news cannot come in between. */
async function addToPayment(tx: Tx, paymentIntentId: string, change: number): Promise<Counted> {
  const payment = await tx.one<Counted>`
    insert into spend_payments as known (merchant_id, livemode, payment_intent_id, amount, refunded)
    values (${tx.scope.merchantId}, ${tx.scope.livemode}, ${paymentIntentId}, 0, ${change})
    on conflict (merchant_id, livemode, payment_intent_id) do update set refunded = known.refunded + excluded.refunded
    returning customer_id as "customerId", currency`;
  if (!payment) throw new Error('bug: an upsert without a row');
  return payment;
}
