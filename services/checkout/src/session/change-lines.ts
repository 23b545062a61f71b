import type { CheckoutPrice, CheckoutSession, CreateCheckoutSession, LineItem, LineItemChange } from '@mizan/contracts';
import { newId, Problem, resourceMissing } from '@mizan/service-kit';
import {
  assertQuantity,
  assertCustomAmount,
  assertInStock,
  assertOnSale,
  assertRecurrence,
  commonCurrency,
  type RequestedLine,
} from './assert-lines.ts';
import { toLineItem } from './line-item.resource.ts';
import { availabilityOf } from '../catalog/current-lines.ts';
import type { LinePrice } from './line-prices.ts';
import { unitAmountOf } from './total-cart.ts';
import type { CouponLine } from './total-lines.ts';

/** A line before its amounts are computed. */
export type UntotalledLine = ReturnType<typeof toLineItem>;

type Offers = readonly (CheckoutPrice | undefined)[];

/**
 * What the catalog is asked about the lines as they shall be: a line that keeps its place and names no price has the one
 * that it had.
 *
 * @throws Problem `resource_missing`: no such line
 */
export function pricesOfChanges(lines: readonly LineItem[], changes: readonly LineItemChange[]): LinePrice[] {
  return changes.map(({ id, priceId, priceData }, index) => ({
    priceId: priceData ? undefined : (priceId ?? keptLine(lines, id, index)?.price.id),
    priceData: keptLine(lines, id, index) && !priceData ? undefined : priceData,
  }));
}

/**
 * Refuses lines that cannot be sold together, before any price is made for them. What is there already and stays as it
 * is was judged when it came.
 *
 * @param lines those that are there
 * @param offers from the catalog, at the places of `changes`; undefined where a price is yet to be made
 * @param heldPieces of the lines that are there, which nobody else can buy
 * @throws Problem `product_archived` | `price_inactive` | `price_not_yet_active` | `price_expired` | `price_sold_out`
 * @returns what the lines cost, for discounts and the total
 * @throws Problem `price_recurring_not_supported` | `parameter_invalid` | `amount_invalid`
 */
export function assertLineChanges(
  lines: readonly LineItem[],
  changes: readonly LineItemChange[],
  offers: Offers,
  { now, mode, currency, isHeld }: LineRules,
): CouponLine[] {
  const before = piecesByPrice(lines);
  const wanted = changes.flatMap((change, index): RequestedLine[] => {
    const offer = offers[index];
    return offer ? [{ param: `lineItems[${index}]`, offer, quantity: quantityOf(lines, change, offer, index) }] : [];
  });
  wanted.forEach((line) => before.has(line.offer.price.id) || assertOnSale(line, now));
  const after = piecesByPrice(wanted.map(({ offer, quantity }) => ({ price: offer.price, quantity })));
  assertInStock(
    wanted
      .filter(({ offer: { price } }) => (after.get(price.id) ?? 0) > (before.get(price.id) ?? 0))
      .map((line) => (isHeld ? withOwnPieces(line, before) : line)),
  );
  return assertCompatibleLines(lines, changes, offers, { mode, currency });
}

/** What lines are checked against. */
export interface LineRules {
  readonly now: Date;
  readonly mode: CheckoutSession['mode'];
  /** What the lines must be in; undefined leaves it to them. */
  readonly currency: LineItem['currency'] | undefined;
  /** True while the lines that are there hold their pieces. */
  readonly isHeld: boolean;
}

/**
 * The lines as they shall be.
 *
 * @param offers at the places of `changes`
 * @throws Problem `resource_missing`: no such line
 */
export function changedLines(
  lines: readonly LineItem[],
  changes: readonly LineItemChange[],
  offers: readonly CheckoutPrice[],
): UntotalledLine[] {
  return changes.map((change, index) => {
    const offer = offers[index];
    if (!offer) throw new Error('bug: a line without its price');
    const kept = keptLine(lines, change.id, index);
    if (kept && keepsPrice(kept, change)) return changedLine(kept, change, offer);
    const { quantity = kept?.quantity ?? 1, adjustableQuantity = kept?.adjustableQuantity, customAmount } = change;
    return toLineItem(kept?.id ?? newId('li'), offer, { quantity, adjustableQuantity, customAmount });
  });
}

function changedLine(kept: LineItem, change: LineItemChange, { price }: CheckoutPrice): UntotalledLine {
  const { quantity = kept.quantity, adjustableQuantity = kept.adjustableQuantity } = change;
  const { customAmount = kept.customAmount } = change;
  return {
    ...kept,
    quantity: kept.price.type === 'CUSTOM' ? 1 : quantity,
    adjustableQuantity,
    ...(customAmount === undefined ? {} : { customAmount }),
    ...(kept.availability === undefined || price.id !== kept.price.id
      ? {}
      : { availability: availabilityOf(price.stock) }),
  };
}

function assertCompatibleLines(
  lines: readonly LineItem[],
  changes: readonly LineItemChange[],
  offers: Offers,
  wanted: Pick<LineRules, 'mode' | 'currency'>,
): CouponLine[] {
  const priced = changes.map((change, index) => {
    const param = `lineItems[${index}]`;
    const kept = keptLine(lines, change.id, index);
    const keptPrice = kept && keepsPrice(kept, change) ? kept.price : undefined;
    const price = keptPrice ?? offers[index]?.price ?? priceOfData(change.priceData);
    const quantity = price.type === 'CUSTOM' ? 1 : (change.quantity ?? kept?.quantity ?? 1);
    assertQuantity(`${param}.quantity`, change.adjustableQuantity ?? kept?.adjustableQuantity, quantity);
    if (change.customAmount !== undefined)
      assertCustomAmount(`${param}.customAmount`, price.customUnitAmount, change.customAmount);
    const customAmount = change.customAmount ?? (keptPrice ? kept?.customAmount : undefined);
    const productId = (keptPrice ? kept?.product.id : offers[index]?.product.id) ?? change.priceData?.product;
    return {
      type: price.type,
      currency: price.currency,
      productId,
      subtotal: unitAmountOf(price, customAmount) * quantity,
    };
  });
  assertRecurrence(
    wanted.mode,
    priced.map(({ type }) => type),
  );
  const currency = commonCurrency(
    priced.map((line) => line.currency),
    undefined,
  );
  if (wanted.currency !== undefined && currency !== wanted.currency)
    throw new Problem('parameter_invalid', `The line items must be in ${wanted.currency}.`, {
      param: 'lineItems[0].price',
    });
  return priced;
}

const keepsPrice = (kept: LineItem, { priceId, priceData }: LineItemChange): boolean =>
  priceData === undefined && (priceId === undefined || priceId === kept.price.id);

function keptLine(lines: readonly LineItem[], id: string | undefined, index: number): LineItem | undefined {
  if (id === undefined) return undefined;
  const line = lines.find((each) => each.id === id);
  if (!line) throw resourceMissing(`lineItems[${index}].id`);
  return line;
}

function quantityOf(lines: readonly LineItem[], change: LineItemChange, offer: CheckoutPrice, index: number): number {
  if (offer.price.type === 'CUSTOM') return 1;
  return change.quantity ?? keptLine(lines, change.id, index)?.quantity ?? 1;
}

function piecesByPrice(lines: readonly { price: { id: string }; quantity: number }[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { price, quantity } of lines) pieces.set(price.id, (pieces.get(price.id) ?? 0) + quantity);
  return pieces;
}

const withOwnPieces = (line: RequestedLine, own: ReadonlyMap<string, number>): RequestedLine => ({
  ...line,
  offer: {
    ...line.offer,
    available: line.offer.available === null ? null : line.offer.available + (own.get(line.offer.price.id) ?? 0),
  },
});
/** A price that is yet to be created, as far as a cart needs to know it. */

export function priceOfData(data: CreateCheckoutSession['lineItems'][number]['priceData']) {
  if (!data) throw new Error('bug: a line with neither price nor priceData');
  return { type: data.type, currency: data.currency, unitAmount: data.unitAmount, customUnitAmount: null };
}
