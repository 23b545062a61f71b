import { consumer } from '@mizan/service-kit';

/**
 * Saved methods end with their customer. Those of a guest that became part of another customer go on under the ids that
 * the merchant knows, also a card that both had saved.
 */
export const savedMethodConsumer = consumer('payment-methods', {
  'customer.deleted': async (tx, { object, mergedInto }) => {
    const { merchantId, livemode } = tx.scope;
    if (mergedInto === undefined)
      await tx.sql`
        delete from payment_methods
        where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${object.id}`;
    else
      await tx.sql`
        update payment_methods as moved
        set customer_id = ${mergedInto}, is_duplicate = is_duplicate or exists (
          select 1 from payment_methods as kept
          where kept.merchant_id = ${merchantId} and kept.livemode = ${livemode} and kept.customer_id = ${mergedInto}
            and kept.fingerprint = moved.fingerprint and not kept.is_duplicate)
        where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${object.id}`;
  },
});
