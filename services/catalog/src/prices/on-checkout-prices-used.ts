import type { BusEvent, Tx } from '@mizan/service-kit';

/** Protects for good the prices that a line item was created from: their amounts can no longer change. */
export async function onCheckoutPricesUsed(tx: Tx, { object, time }: BusEvent<'checkout.prices_used'>): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    update prices set first_referenced_at = ${time}, reserved_until = null
    from (
      select id from prices
      where merchant_id = ${merchantId} and livemode = ${livemode} and id = any(${object.priceIds}::text[])
        and first_referenced_at is null
      order by id for no key update) as unused
    where prices.id = unused.id`;
}
