import type { CheckoutPrice } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';
import { getCheckoutPrices } from './get-checkout-prices.ts';

/**
 * How long a reservation waits for `checkout.prices_used`, longer than any outage of the bus. When the process died before
 * it wrote the line item, the amount of the price can change again after that.
 */
const reservedDays = 30;

/**
 * Protects prices while a line item is being created from them: their amounts cannot change and they cannot be deleted.
 * The prices returned are read after that, so they are final. Once the line item exists, `checkout.prices_used` protects
 * them for good; see `on-checkout-prices-used.ts`.
 *
 * @throws Problem `resource_missing`: a price is not this merchant's, or was just deleted; `param` says which
 */
export async function reservePrices(reader: Reader, priceIds: readonly string[]): Promise<CheckoutPrice[]> {
  const { merchantId, livemode } = reader.scope;
  await reader.sql`
    update prices set reserved_until = now() + ${reservedDays} * interval '1 day'
    from (
      select id from prices
      where merchant_id = ${merchantId} and livemode = ${livemode} and id = any(${priceIds}::text[])
        and first_referenced_at is null
      order by id for no key update) as unused
    where prices.id = unused.id`;
  return getCheckoutPrices(reader, priceIds);
}
