import { z } from 'zod';
import { Currency } from '../enums.ts';
import { amountInput, failWith, metadataInput, reference, requiredText, text, webUrl } from '../primitives.ts';
import { checkPriceRules, RecurringInput } from './price-input.ts';
import type { LineItem } from '../resources/line-item.ts';

/** A product to create on the fly for one checkout. */
export const ProductData = z.strictObject({
  name: requiredText(250),
  description: text(5000).nullish(),
  image: webUrl.nullish(),
  metadata: metadataInput.nullish(),
});

/** A price to create on the fly for one checkout, for an existing product or a new one. */
export const PriceData = z
  .strictObject({
    currency: Currency,
    unitAmount: amountInput('parameter_invalid'),
    type: z.enum(['ONE_TIME', 'RECURRING']).default('ONE_TIME'),
    recurring: RecurringInput.nullish(),
    product: reference('prod')
      .optional()
      .describe('ID of an existing product. Either this or `productData` is required.'),
    productData: ProductData.optional().describe('A product to create. Either this or `product` is required.'),
  })
  .superRefine(checkPriceRules)
  .refine((data) => (data.product === undefined) !== (data.productData === undefined), {
    message: 'is required: send exactly one of product and productData',
    path: ['productData'],
  })
  .meta({ id: 'PriceData', description: 'A price to create with the checkout.' });
export type PriceData = z.infer<typeof PriceData>;

/** Pieces of a line. */
export const quantityInput = z.int().min(1).max(999_999);

/** Whether and how far the buyer may change a quantity, as a client sends it. */
export const adjustableQuantityInput = z
  .strictObject({
    enabled: z.boolean(),
    minimum: z.int().min(0).max(999_999).default(1),
    maximum: z.int().min(1).max(999_999).default(99),
  })
  .refine((range) => range.minimum <= range.maximum, { message: 'must not be below minimum', path: ['maximum'] });

type LinePrice = { price?: string | undefined; priceId?: string | undefined; priceData?: unknown };

/** Complains unless a line has one price: by either of its names, or made for it. */
export function checkLinePrice(
  item: LinePrice & { customAmount?: number | undefined },
  context: z.RefinementCtx,
): void {
  const fail = (field: string, message: string) =>
    context.issues.push({ code: 'custom', input: undefined, path: [field], message });
  const priceId = item.priceId ?? item.price;
  if (priceId && item.priceData) fail('priceData', 'must not be sent together with price');
  if (item.price && item.priceId && item.price !== item.priceId) fail('priceId', 'must equal price when both are sent');
  if (item.priceData && item.customAmount !== undefined) fail('customAmount', 'requires a CUSTOM price');
}

/** Complains about a line that names no price at all. */
export function checkPriceGiven(item: LinePrice, context: z.RefinementCtx): void {
  if (item.priceId ?? item.price ?? item.priceData) return;
  context.issues.push({
    ...failWith('line_item_missing_price', 'is required: give the line item a price or priceData'),
    code: 'custom',
    input: undefined,
    path: ['price'],
  });
}

/** The complaint about a checkout without lines. */
export const noLines = 'must have at least one line item';

/** Lines of a checkout that may have none: up to 100. */
export const anyLinesOf = <S extends z.ZodType>(line: S) =>
  z
    .array(line)
    .refine((items) => items.length <= 100, failWith('parameter_out_of_range', 'must have at most 100 line items'))
    .meta({ maxItems: 100 });

/** Lines of a checkout: 1 to 100. */
export const linesOf = <S extends z.ZodType>(line: S) => anyLinesOf(line).min(1, noLines).meta({ maxItems: 100 });

/** A line of a new checkout; `price` and `priceId` are two names of one field, read as `priceId`. */
export const LineItemInput = z
  .strictObject({
    price: reference('price').optional().describe('ID of an existing price. Either this or `priceData` is required.'),
    priceId: reference('price').optional().describe('Same as `price`.'),
    priceData: PriceData.optional().describe(
      'A price to create for this checkout. Either this or `price` is required.',
    ),
    quantity: quantityInput.default(1).describe('Pieces. Always 1 for a price of type CUSTOM.'),
    adjustableQuantity: adjustableQuantityInput.optional(),
    customAmount: amountInput('amount_invalid')
      .optional()
      .describe('The amount that the buyer pays, in minor units. CUSTOM prices only, with a quantity of 1.'),
  })
  .superRefine(checkPriceGiven)
  .superRefine(checkLinePrice)
  .transform(({ price, priceId, ...item }) => ({ ...item, priceId: priceId ?? price }))
  .meta({ id: 'LineItemInput', description: 'A line of a new checkout.' });
export type LineItemInput = z.infer<typeof LineItemInput>;

/** Read-only fields of a line, which may be sent back with the line. */
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
