import type { CheckoutPrice, CheckoutSession, Currency, CustomUnitAmount, Price } from '@mizan/contracts';
import { soldOutMessage } from '@mizan/contracts/sold-out-message';
import { Problem } from '@mizan/service-kit';

/** A line to be bought, with its parameter for refusals. */
export interface RequestedLine {
  /** As the caller wrote it: `lineItems[0]`. */
  readonly param: string;
  readonly offer: CheckoutPrice;
  readonly quantity: number;
}

/**
 * Refuses a line whose price or product is not on sale now.
 *
 * @throws Problem `product_archived` | `price_inactive` | `price_not_yet_active` | `price_expired`
 */
export function assertOnSale({ param, offer: { price, product } }: RequestedLine, now: Date): void {
  const at = { param: `${param}.price` };
  if (!product.active) throw new Problem('product_archived', `The product ${product.id} is archived.`, at);
  if (!price.active) throw new Problem('price_inactive', `The price ${price.id} is archived.`, at);
  if (price.startDate !== undefined && now < new Date(price.startDate))
    throw new Problem('price_not_yet_active', `The price ${price.id} is not on sale before ${price.startDate}.`, at);
  if (price.expirationDate !== undefined && now >= new Date(price.expirationDate))
    throw new Problem('price_expired', `The price ${price.id} was on sale until ${price.expirationDate}.`, at);
}

/** Refuses more pieces than there are. Lines of one price count together. @throws Problem `price_sold_out` */
export function assertInStock(lines: readonly RequestedLine[]): void {
  const requested = new Map<string, number>();
  for (const { param, offer, quantity } of lines) {
    const { price, available } = offer;
    const pieces = (requested.get(price.id) ?? 0) + quantity;
    requested.set(price.id, pieces);
    if (available !== null && pieces > available)
      throw new Problem('price_sold_out', soldOutMessage(price.id, available), { param: `${param}.quantity` });
  }
}

/**
 * Refuses prices that the mode does not support. A subscription may have one-time prices beside its recurring ones.
 *
 * @param types of the prices, line by line
 * @throws Problem `price_recurring_not_supported`: a recurring price elsewhere, or a subscription without any
 */
export function assertRecurrence(mode: CheckoutSession['mode'], types: readonly Price['type'][]): void {
  const recurring = types.indexOf('RECURRING');
  const param = recurring < 0 ? 'lineItems' : `lineItems[${recurring}].price`;
  if (mode !== 'subscription' && recurring >= 0)
    throw new Problem(
      'price_recurring_not_supported',
      'A recurring price can only be sold by a checkout session of mode subscription.',
      { param },
    );
  if (mode === 'subscription' && recurring < 0)
    throw new Problem('price_recurring_not_supported', 'Mode subscription needs a recurring price.', { param });
}

/** The one currency of all lines. @throws Problem `parameter_invalid`: the lines differ, or `requested` is another */
export function commonCurrency(currencies: readonly Currency[], requested: Currency | undefined): Currency {
  const [currency] = currencies;
  if (currency === undefined) throw new Error('bug: a cart without lines');
  const other = currencies.findIndex((each) => each !== currency);
  const mixed = `All line items must share one currency; this one is not in ${currency}.`;
  if (other >= 0) throw new Problem('parameter_invalid', mixed, { param: `lineItems[${other}].price` });
  const different = `currency must equal that of the line items, ${currency}.`;
  if (requested !== undefined && requested !== currency)
    throw new Problem('parameter_invalid', different, { param: 'currency' });
  return currency;
}

/** @throws Problem `amount_invalid`: `amount` is outside the limits of a CUSTOM price */
export function assertCustomAmount(param: string, bounds: CustomUnitAmount | null, amount: number): void {
  if (bounds === null) throw new Problem('parameter_invalid', `${param} needs a CUSTOM price.`, { param });
  const { minimum, maximum } = bounds;
  const isTooSmall = minimum !== null && amount < minimum;
  const isTooLarge = maximum !== null && amount > maximum;
  if (!isTooSmall && !isTooLarge) return;
  const range = `from ${minimum ?? 0} to ${maximum ?? 'any amount'}`;
  throw new Problem('amount_invalid', `${param} must be ${range}.`, { param });
}

/** @throws Problem `parameter_invalid`: the quantity of a CUSTOM price is to be adjustable, and is always 1 */
export function assertAdjustableType(
  param: string,
  type: Price['type'],
  range: { enabled: boolean } | undefined,
): void {
  if (type === 'CUSTOM' && range?.enabled === true) throw new Problem('parameter_invalid', quantityOfCustom, { param });
}

/** A buyer chooses the amount of such an item instead. */
export const quantityOfCustom = 'The quantity of an item with a custom amount is always 1.';

/** @throws Problem `parameter_invalid`: `quantity` is outside the range that the merchant allows */
export function assertQuantity(
  param: string,
  range: { enabled: boolean; minimum: number; maximum: number } | undefined,
  quantity: number,
): void {
  if (range?.enabled !== true || (quantity >= range.minimum && quantity <= range.maximum)) return;
  throw new Problem('parameter_invalid', `${param} must be from ${range.minimum} to ${range.maximum}.`, { param });
}
