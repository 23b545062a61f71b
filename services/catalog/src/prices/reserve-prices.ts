import type { CheckoutPrice } from '@mizan/contracts';
import { own, type Autocommit } from '@mizan/service-kit';
import { getCheckoutPrices } from './get-checkout-prices.ts';

/**
 * How long a reservation waits for `checkout.prices_used`, longer than any outage of the bus. When the process died
 * before it wrote the line item, the amount of the price can change again after that.
 */
const reservedDays = 30;

/**
 * Protects prices while a line item is being created from them: their amounts cannot change and they cannot be deleted.
 * The prices returned are read after that, so they are final. Once the line item exists, `checkout.prices_used`
 * protects them for good; see `on-checkout-prices-used.ts`.
 *
 * @throws Problem `resource_missing`: a price is not this merchant's, or was just deleted; `param` says which
 */
export async function reservePrices(db: Autocommit, priceIds: readonly string[]): Promise<CheckoutPrice[]> {
  await db.sql`
    update prices set reserved_until = now() + ${reservedDays} * interval '1 day'
    from (
      select id from prices where ${own(db)} and id = any(${priceIds}::text[])
        and first_referenced_at is null
      order by id for no key update) as unused
    where ${own(db, 'prices')} and prices.id = unused.id`;
  return getCheckoutPrices(db, priceIds);
}
