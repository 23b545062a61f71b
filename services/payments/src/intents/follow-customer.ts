import { consumer, type Tx } from '@mizan/service-kit';
import { forgetCustomer } from './forget-customer.ts';

/**
 * When a guest became part of another, its payments are the other's; when a customer was deleted, they are nobody's. No
 * event: the old id goes on leading to the same customer, and no money has moved.
 */
export const customerConsumer = consumer({
  name: 'customers',
  purpose: 'follows merged and deleted customers',
  on: {
    'customer.deleted': (tx, { object, mergedInto }) =>
      mergedInto === undefined ? forgetCustomer(tx, object.id) : passOn(tx, object.id, mergedInto),
  },
});

async function passOn(tx: Tx, customerId: string, survivorId: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    with intents as (
      update payment_intents set customer_id = ${survivorId}
      where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${customerId})
    update charges set customer_id = ${survivorId}
    where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${customerId}`;
}
