import type { CheckoutPrice, CheckoutSession, CreateCheckoutSession, LineItem, LineItemChange } from '@mizan/contracts';
import { newId, Problem, resourceMissing } from '@mizan/service-kit';
import { availabilityOf } from '../catalog/current-lines.ts';
import {
  assertAdjustableType,
  assertQuantity,
  assertCustomAmount,
  assertInStock,
  assertOnSale,
  assertRecurrence,
  commonCurrency,
  type RequestedLine,
} from './assert-lines.ts';
import { toLineItem } from './line-item.resource.ts';
import type { LinePrice } from './line-prices.ts';
import { unitAmountOf, type UntotalledLine } from './total-cart.ts';
import type { CouponLine } from './total-lines.ts';

/**
 * The prices to fetch from the catalog for changed lines: a line that is kept and names no price keeps its own.
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
 * Refuses lines that cannot be sold together, before any price is created for them. Lines that stay as they are were
 * checked when they were added.
 *
 * @throws Problem `product_archived` | `price_inactive` | `price_not_yet_active` | `price_expired` | `price_sold_out`
 * @returns what the lines cost, for discounts and the total
 * @throws Problem `price_recurring_not_supported` | `parameter_invalid` | `amount_invalid`
 */
export function assertLineChanges(change: LineChanges, { now, mode, currency, isHeld }: LineRules): CouponLine[] {
  const { lines, changes, offers } = change;
  const before = piecesByPrice(lines);
  const requested = changes.flatMap((change, index): RequestedLine[] => {
    const offer = offers[index];
    const quantity = change.quantity ?? keptLine(lines, change.id, index)?.quantity ?? 1;
    if (!offer) return [];
    return [{ param: `lineItems[${index}]`, offer, quantity: offer.price.type === 'CUSTOM' ? 1 : quantity }];
  });
  requested.forEach((line) => before.has(line.offer.price.id) || assertOnSale(line, now));
  const after = piecesByPrice(requested.map(({ offer, quantity }) => ({ price: offer.price, quantity })));
  assertInStock(
    requested
      .filter(({ offer: { price } }) => (after.get(price.id) ?? 0) > (before.get(price.id) ?? 0))
      .map((line) => (isHeld ? withOwnPieces(line, before) : line)),
  );
  return assertCompatibleLines(change, { mode, currency });
}

/** Lines of a session or link and how they shall change. */
export interface LineChanges {
  readonly lines: readonly LineItem[];
  readonly changes: readonly LineItemChange[];
  /** From the catalog, at the places of `changes`; undefined where a price is yet to be created. */
  readonly offers: readonly (CheckoutPrice | undefined)[];
}

/** What changed lines are checked against. */
export interface LineRules {
  readonly now: Date;
  readonly mode: CheckoutSession['mode'];
  /** The currency that the lines must have; undefined allows any. */
  readonly currency: LineItem['currency'] | undefined;
  /** True while stock is held for the present lines. */
  readonly isHeld: boolean;
}

/** The lines after a change, with the offers at the places of `changes`. @throws Problem `resource_missing`: no such line */
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
  { lines, changes, offers }: LineChanges,
  required: Pick<LineRules, 'mode' | 'currency'>,
): CouponLine[] {
  const priced = changes.map((change, index) => {
    const param = `lineItems[${index}]`;
    const kept = keptLine(lines, change.id, index);
    const keptPrice = kept && keepsPrice(kept, change) ? kept.price : undefined;
    const price = keptPrice ?? offers[index]?.price ?? priceOfData(change.priceData);
    const quantity = price.type === 'CUSTOM' ? 1 : (change.quantity ?? kept?.quantity ?? 1);
    assertAdjustableType(`${param}.adjustableQuantity`, price.type, change.adjustableQuantity);
    assertQuantity(`${param}.quantity`, change.adjustableQuantity ?? kept?.adjustableQuantity, quantity);
    if (change.customAmount !== undefined)
      assertCustomAmount(`${param}.customAmount`, price.customUnitAmount, change.customAmount);
    const customAmount = change.customAmount ?? (keptPrice ? kept?.customAmount : undefined);
    const productId = (keptPrice ? kept?.product.id : offers[index]?.product.id) ?? change.priceData?.product;
    const { type, currency } = price;
    return { type, currency, productId, subtotal: unitAmountOf(price, customAmount) * quantity };
  });
  const types = priced.map(({ type }) => type);
  assertRecurrence(required.mode, types);
  const currencies = priced.map(({ currency }) => currency);
  const currency = commonCurrency(currencies, undefined);
  const param = 'lineItems[0].price';
  if (required.currency !== undefined && currency !== required.currency)
    throw new Problem('parameter_invalid', `The line items must be in ${required.currency}.`, { param });
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

/** Pieces of each price in these lines. */
export function piecesByPrice(lines: readonly { price: { id: string }; quantity: number }[]): Map<string, number> {
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
