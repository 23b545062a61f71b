import { consumer, fragment } from '@mizan/service-kit';
import { forgetCustomer } from './forget-customer.ts';

/**
 * When a guest became part of another, its sessions, discounts and promotion codes are the other's; when a customer was
 * deleted, its sessions forget who it was. No event: the old id goes on leading to the same customer, and nothing that a
 * session decides has changed.
 */
export const customerConsumer = consumer('customers', {
  'customer.deleted': async (tx, { object, mergedInto }) => {
    if (mergedInto === undefined) return forgetCustomer(tx, object.id);
    const { merchantId, livemode } = tx.scope;
    const ofLoser = fragment`
      set customer_id = ${mergedInto}
      where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${object.id}`;
    await tx.sql`update checkout_sessions ${ofLoser}`;
    await tx.sql`update discounts ${ofLoser}`;
    await tx.sql`update promotion_codes ${ofLoser}`;
  },
});
