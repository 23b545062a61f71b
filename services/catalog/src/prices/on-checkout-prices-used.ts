import { own, type BusEvent, type Tx } from '@mizan/service-kit';

/** Protects for good the prices that a line item was created from: their amounts can no longer change. */
export async function onCheckoutPricesUsed(tx: Tx, { object, time }: BusEvent<'checkout.prices_used'>): Promise<void> {
  await tx.sql`
    update prices set first_referenced_at = ${time}, reserved_until = null
    from (
      select id from prices where ${own(tx)} and id = any(${object.priceIds}::text[])
        and first_referenced_at is null
      order by id for no key update) as unused
    where ${own(tx, 'prices')} and prices.id = unused.id`;
}
