import { z } from 'zod';
import { amountInput, reference } from '../primitives.ts';
import type { LineItem } from '../resources/line-item.ts';
import {
  adjustableQuantityInput,
  anyLinesOf,
  checkLinePrice,
  checkPriceGiven,
  linesOf,
  PriceData,
  quantityInput,
} from './line-item-input.ts';

/** What a line shows and nobody writes; it may come back with the line that was read. */
const shown = ['product', 'currency', 'description', 'availability', 'presentmentDetails'] as const;
const amounts = ['amountSubtotal', 'amountTotal', 'amountDiscount', 'amountTax'] as const;
const ignored = z.unknown().optional().meta({ readOnly: true, description: 'Ignored.' });
const echoes = Object.fromEntries([...shown, ...amounts].map((name) => [name, ignored])) as Record<
  (typeof shown)[number] | (typeof amounts)[number],
  typeof ignored
>;

/** A price by its id, or as a line shows it. */
const shownPrice = z
  .union(
    [reference('price'), z.looseObject({ id: reference('price') }).transform(({ id }) => id)],
    'must be the id of a price',
  )
  .optional();

/**
 * A line as it shall be: with the `id` of a line that is there it takes that one's place, price and quantity unless it
 * brings its own; without, it is a new one.
 */
export const LineItemChange = z
  .strictObject({
    id: reference('li').optional().describe('An existing line, which keeps its ID.'),
    price: shownPrice.describe('ID of an existing price. Either this or `priceData` is required.'),
    priceId: reference('price').optional().describe('Same as `price`.'),
    priceData: PriceData.optional().describe(
      'A price to create for this checkout. Either this or `price` is required.',
    ),
    quantity: quantityInput.optional(),
    adjustableQuantity: adjustableQuantityInput.optional(),
    customAmount: amountInput('amount_invalid').optional().describe('In minor units. CUSTOM prices only.'),
    ...echoes,
  })
  .superRefine((item, context) => {
    if (item.id === undefined) checkPriceGiven(item, context);
  })
  .superRefine(checkLinePrice)
  .transform(({ id, price, priceId, priceData, quantity, adjustableQuantity, customAmount }) => ({
    id,
    priceId: priceId ?? price,
    priceData,
    quantity,
    adjustableQuantity,
    customAmount,
  }))
  .meta({ id: 'LineItemChange', description: 'A line in its new form.' });
export type LineItemChange = z.infer<typeof LineItemChange>;

const sameId = 'must not contain the same id twice';

/** All lines as they shall be: 1 to 100, no id twice. */
export const lineItemChanges = linesOf(LineItemChange).refine(haveOwnIds, sameId).describe('Replaces all lines.');

/** The same of a session, which has none where it sells nothing. */
export const sessionLineChanges = anyLinesOf(LineItemChange)
  .refine(haveOwnIds, sameId)
  .describe('Replaces all lines. At least one, except in mode `setup`, which has none.');

function haveOwnIds(items: readonly Partial<Pick<LineItem, 'id'>>[]): boolean {
  const ids = items.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length;
}
