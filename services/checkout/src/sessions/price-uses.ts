import { amountFields, type CheckoutPrice } from '@mizan/contracts';
import { newId, Problem, type BoundCalls, type Tx } from '@mizan/service-kit';
import { isDeepStrictEqual } from 'node:util';
import { atLine } from './offer-lines.ts';

/** Prices that no line item was known of, and of which one is about to be written. */
export type FirstUses = readonly string[];

/**
 * Has the catalog keep what prices cost that were never sold from. The last that is asked before lines are written, so
 * that a refused request leaves every price as changeable as it was. Prices that are known to be used are not asked about.
 *
 * What if this process dies: before this, nothing has happened; after it, the catalog keeps the price for as long as
 * the event of {@link publishUses} could take, whether or not the lines were written.
 *
 * @param found what the request was judged by; undefined for lines whose price was made for them
 * @throws Problem `resource_missing`: one was just deleted
 * @throws Problem `resource_invalid_state`: one has just come to cost something else
 */
export async function reserveUnused(
  found: readonly (CheckoutPrice | undefined)[],
  calls: BoundCalls,
): Promise<FirstUses> {
  const unused = found.filter((offer) => offer?.isUsed === false).flatMap((offer) => offer?.price.id ?? []);
  const priceIds = [...new Set(unused)];
  if (priceIds.length === 0) return [];
  const lineOf = (index: number) => found.findIndex((offer) => offer?.price.id === priceIds[index]);
  const { prices } = await calls.reservePrices({ priceIds }).catch((thrown: unknown) => {
    throw atLine(thrown, (index) => `lineItems[${lineOf(index)}].price`);
  });
  prices.forEach(({ price }, index) => {
    const line = lineOf(index);
    const judged = found[line]?.price;
    if (amountFields.some((field) => !isDeepStrictEqual(price[field], judged?.[field])))
      throw new Problem('resource_invalid_state', 'What this price costs has just changed. Send the request again.', {
        param: `lineItems[${line}].price`,
      });
  });
  return priceIds;
}

/** Says, in the transaction that writes lines, from which prices they are the first. */
export function publishUses(tx: Tx, usedBy: string, priceIds: FirstUses): void {
  if (priceIds.length === 0) return;
  const object = { id: newId('use'), object: 'price_use' as const, usedBy, priceIds: [...priceIds] };
  tx.emit('checkout.prices_used', { object, version: 1 });
}
