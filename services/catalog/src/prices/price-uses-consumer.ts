import { consumer } from '@mizan/service-kit';

/** Prices that line items were made from are never changed nor deleted any more. */
export const priceUsesConsumer = consumer({
  name: 'prices',
  purpose: 'marks prices that a checkout uses, so that their amounts no longer change',
  on: {
    'checkout.prices_used': async (tx, { object, time }) => {
      const { merchantId, livemode } = tx.scope;
      await tx.sql`
      update prices set first_referenced_at = ${time}, reserved_until = null
      from (
        select id from prices
        where merchant_id = ${merchantId} and livemode = ${livemode} and id = any(${object.priceIds}::text[])
          and first_referenced_at is null
        order by id for no key update) as unused
      where prices.id = unused.id`;
    },
  },
});
