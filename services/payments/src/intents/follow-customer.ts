import { consumer } from '@mizan/service-kit';

/**
 * When a guest became part of another, its payments are the other's. No event: the old id goes on leading to the same
 * customer, and no money has moved.
 */
export const customerConsumer = consumer('customers', {
  'customer.deleted': async (tx, { object, mergedInto }) => {
    if (mergedInto === undefined) return;
    const { merchantId, livemode } = tx.scope;
    await tx.sql`
      with intents as (
        update payment_intents set customer_id = ${mergedInto}
        where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${object.id})
      update charges set customer_id = ${mergedInto}
      where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${object.id}`;
  },
});
