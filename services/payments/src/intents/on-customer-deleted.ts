import { type BusEvent, own, type Tx } from '@mizan/service-kit';

/**
 * Payments of a guest that was merged into another customer become that customer's; those of a deleted customer are
 * anonymized. No event is published: a merged id still leads to the same customer, and no money has moved.
 */
export const onCustomerDeleted = (tx: Tx, { object, mergedInto }: BusEvent<'customer.deleted'>): Promise<void> =>
  mergedInto === undefined ? eraseCustomer(tx, object.id) : reassignPayments(tx, object.id, mergedInto);

async function reassignPayments(tx: Tx, customerId: string, survivorId: string): Promise<void> {
  await tx.sql`
    with intents as (
      update payment_intents set customer_id = ${survivorId}
      where ${own(tx)} and customer_id = ${customerId})
    update charges set customer_id = ${survivorId}
    where ${own(tx)} and customer_id = ${customerId}`;
}

/** Removes the payer from a stored payment method. */
const withoutBillingDetails = JSON.stringify({ billingDetails: null });

/**
 * Erases a person from the payments of a deleted customer: name, e-mail, phone and addresses, also of the method. What
 * was paid, with which card, and where a refund went is kept.
 */
async function eraseCustomer(tx: Tx, customerId: string): Promise<void> {
  const anonymous = JSON.stringify({ id: customerId, name: null, email: null, phone: null });
  await tx.sql`
    with theirs as (
      update charges set receipt_email = null, billing_details = null
      where ${own(tx)} and customer_id = ${customerId}
      returning id
    ), refunded as (
      update refunds set instructions_email = null
      where ${own(tx)} and charge_id in (select id from theirs)
        and status not in ('PENDING', 'REQUIRES_ACTION')
    )
    update payment_intents set
      customer = case when customer is not null then ${anonymous}::jsonb end,
      receipt_email = null,
      shipping = null,
      payment_method = payment_method || ${withoutBillingDetails}::jsonb,
      attached_method = attached_method || ${withoutBillingDetails}::jsonb,
      last_payment_error = case jsonb_typeof(last_payment_error -> 'paymentMethod')
        when 'object' then jsonb_set(last_payment_error, '{paymentMethod,billingDetails}', 'null')
        else last_payment_error end
    where ${own(tx)} and customer_id = ${customerId}`;
}
