import type { CheckoutPrice } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';
import { getCheckoutPrices } from './get-checkout-prices.ts';

/**
 * How long a price waits for the event that says that the line item was written: no outage of the bus lasts as long. A
 * line item whose process died before it was written leaves a price whose amount can change again after that.
 */
const reservedDays = 30;

/**
 * Keeps what prices cost while a line item of theirs is being written; the last that is asked before. From here on a
 * change of the amount, and a deletion, are refused: what is answered was read after that. Once the line item is there,
 * `checkout.prices_used` makes it so for ever, see `price-uses-consumer.ts`.
 *
 * @throws Problem `resource_missing`: one of them is not this merchant's, or was just deleted; `param` says which
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
