import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type CheckoutPrice, type LineItemInput, type PriceData, amountFields } from '@mizan/contracts';
import { newId, Problem, resourceMissing, type BoundCalls, type Tx } from '@mizan/service-kit';

/** The price that a line names, or the data of one to create for it. */
export type LinePrice = Pick<LineItemInput, 'priceId' | 'priceData'>;
type Input = readonly LinePrice[];

/**
 * The catalog's prices of the lines that name one, at the lines' own places.
 *
 * @throws Problem `resource_missing` with the line as its param
 */
export async function fetchOffers(items: Input, calls: BoundCalls): Promise<(CheckoutPrice | undefined)[]> {
  const priceIds = [...new Set(items.flatMap(({ priceId }) => priceId ?? []))];
  if (priceIds.length === 0) return items.map(() => undefined);
  const { prices } = await calls.getCheckoutPrices({ priceIds }).catch((thrown: unknown) => {
    const lineOf = (index: number) => items.findIndex(({ priceId }) => priceId === priceIds[index]);
    throw atLine(thrown, (index) => `lineItems[${lineOf(index)}].price`);
  });
  const byId = new Map(prices.map((offer) => [offer.price.id, offer]));
  return items.map(({ priceId }, index) => {
    if (priceId === undefined) return undefined;
    const offer = byId.get(priceId);
    if (!offer) throw resourceMissing(`lineItems[${index}].price`);
    return offer;
  });
}

/** Offers to be completed with prices that are yet to be created. */
interface NewOffers {
  readonly items: Input;
  readonly offers: readonly (CheckoutPrice | undefined)[];
  /** Of the merchant's request, if it has one: a retry then finds the prices of the first try. */
  readonly idempotencyKey: string | undefined;
}

type AdHocLine = LinePrice & { priceData: PriceData };

/**
 * Has the catalog create a price for each line that brings its own data, and fills them into `offers`. Called last
 * before a session is written, so that a refused request leaves nothing behind.
 */
export async function createOffers(
  calls: BoundCalls,
  { items, offers, idempotencyKey }: NewOffers,
): Promise<CheckoutPrice[]> {
  const adHoc = items.filter((item): item is AdHocLine => item.priceData !== undefined);
  const created = adHoc.length === 0 ? [] : await createPrices(calls, { items, adHoc, idempotencyKey });
  const rest = created.values();
  return offers.map((offer) => {
    const found = offer ?? rest.next().value;
    if (!found) throw new Error('bug: the catalog created fewer prices than requested');
    return found;
  });
}

async function createPrices(
  calls: BoundCalls,
  { items, adHoc, idempotencyKey }: Pick<NewOffers, 'items' | 'idempotencyKey'> & { adHoc: readonly AdHocLine[] },
): Promise<CheckoutPrice[]> {
  // Hashed, because a merchant's key may already be as long as a key may be.
  const key = idempotencyKey ? createHash('sha256').update(idempotencyKey).digest('hex') : newId('once');
  const request = { items: adHoc.map(({ priceData }) => priceData) };
  const { prices } = await calls.createAdHocPrices(request, { idempotencyKey: key }).catch((thrown: unknown) => {
    throw atLine(thrown, (index) => `lineItems[${items.indexOf(adHoc[index] as AdHocLine)}].priceData.product`);
  });
  return prices;
}

/** The catalog's refusal with the merchant's own parameter as its `param`: they know no `items[0].product`. */
function atLine(thrown: unknown, lineAt: (index: number) => string): unknown {
  if (!(thrown instanceof Problem) || thrown.status >= 500) return thrown;
  const index = /\[(\d+)\]/.exec(thrown.param ?? '')?.[1];
  const param = index === undefined ? 'lineItems' : lineAt(Number(index));
  return new Problem(thrown.code, thrown.message, { param, status: thrown.status, cause: thrown });
}

/** Ids of prices that had no line item before. */
export type FirstUses = readonly string[];

/**
 * Has the catalog fix the amounts of prices that no line item has used yet. Called last before lines are written, so
 * that a refused request leaves every price changeable. Prices that are known to be used are left out. If this process
 * dies before this, nothing has happened; after it, the catalog keeps the price for as long as the event of {@link
 * publishPriceUses} could take, whether or not the lines were written.
 *
 * @param found what the request was checked against; undefined for lines whose price was created for them
 * @throws Problem `resource_missing`: a price was just deleted
 * @throws Problem `resource_invalid_state`: the amount of a price has just changed
 */
export async function reserveUnusedPrices(
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
    const checked = found[line]?.price;
    const message = 'The amount of this price has just changed. Send the request again.';
    if (amountFields.some((field) => !isDeepStrictEqual(price[field], checked?.[field])))
      throw new Problem('resource_invalid_state', message, { param: `lineItems[${line}].price` });
  });
  return priceIds;
}

/** Publishes, in the transaction that writes lines, which prices they are the first to use. */
export function publishPriceUses(tx: Tx, usedBy: string, priceIds: FirstUses): void {
  if (priceIds.length === 0) return;
  const object = { id: newId('use'), object: 'price_use' as const, usedBy, priceIds: [...priceIds] };
  tx.emit('checkout.prices_used', { object, version: 1 });
}
