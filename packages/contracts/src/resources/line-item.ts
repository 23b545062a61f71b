import { z } from 'zod';
import { Availability, Currency } from '../enums.ts';
import { Money } from '../primitives.ts';
import { LinePresentmentDetails } from './presentment-details.ts';
import { Price } from './price.ts';

/** Whether and how far the buyer may change a quantity. */
export const AdjustableQuantity = z
  .object({ enabled: z.boolean(), minimum: z.int(), maximum: z.int() })
  .meta({ id: 'AdjustableQuantity', description: 'Whether and how far the buyer may change a quantity.' });
export type AdjustableQuantity = z.infer<typeof AdjustableQuantity>;

/** What a checkout shows of a product. */
export const ProductSummary = z
  .object({
    id: z.string().describe('`prod_…`'),
    name: z.string(),
    description: z.string().nullable(),
    image: z.string().nullable().describe('URL.'),
    unitLabel: z.string().nullable(),
  })
  .meta({ id: 'ProductSummary', description: 'What a checkout shows of a product.' });
export type ProductSummary = z.infer<typeof ProductSummary>;

/** One line of a cart. */
export const LineItem = z
  .object({
    id: z.string().describe('`li_…`'),
    quantity: z.int().min(1),
    price: Price,
    product: ProductSummary,
    adjustableQuantity: AdjustableQuantity,
    customAmount: Money.optional().describe('Minor units that the buyer chose; CUSTOM prices only.'),
    amountSubtotal: Money.describe('Unit amount x quantity.'),
    amountTotal: Money.describe('After discounts and taxes.'),
    amountDiscount: Money,
    amountTax: Money,
    currency: Currency.describe('What is processed; the price keeps its own.'),
    description: z.string().describe('The name of the product.'),
    presentmentDetails: LinePresentmentDetails.optional().describe('The same amounts in the currency of the price.'),
    availability: Availability.optional().describe('On sessions.'),
  })
  .meta({ id: 'LineItem', description: 'One line of a cart.' });
export type LineItem = z.infer<typeof LineItem>;
