import { consumer } from '@mizan/service-kit';

/**
 * When a guest became part of another, its sessions are the other's. No event: the old id goes on leading to the same
 * customer, and nothing that a session decides has changed.
 */
export const customerConsumer = consumer('customers', {
  'customer.deleted': async (tx, { object, mergedInto }) => {
    if (mergedInto === undefined) return;
    await tx.sql`
      update checkout_sessions set customer_id = ${mergedInto}
      where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and customer_id = ${object.id}`;
  },
});
