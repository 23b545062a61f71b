import { z } from 'zod';
import { Availability, Currency } from '../enums.ts';
import { Money, namedObject } from '../primitives.ts';
import { LinePresentmentDetails } from './presentment-details.ts';
import { Price } from './price.ts';

/** Whether and within which limits the buyer can change the quantity. */
export const AdjustableQuantity = z.object({ enabled: z.boolean(), minimum: z.int(), maximum: z.int() }).meta({
  id: 'AdjustableQuantity',
  description: 'Whether and within which limits the buyer can change the quantity.',
});

export const ProductSummary = namedObject('ProductSummary', 'The details of a product that a checkout shows.', {
  id: z.string().describe('`prod_…`'),
  name: z.string(),
  description: z.string().nullable(),
  image: z.string().nullable().describe('URL.'),
  unitLabel: z.string().nullable(),
});
export type ProductSummary = z.infer<typeof ProductSummary>;

export const LineItem = namedObject('LineItem', 'A line item of a checkout.', {
  id: z.string().describe('`li_…`'),
  quantity: z.int().min(1),
  price: Price,
  product: ProductSummary,
  adjustableQuantity: AdjustableQuantity,
  customAmount: Money.optional().describe('The amount that the buyer chose, in minor units. CUSTOM prices only.'),
  amountSubtotal: Money.describe('Unit amount multiplied by quantity.'),
  amountTotal: Money.describe(
    'After discounts and taxes of the line. VAT that `vatCollectionEnabled` adds to the session is only in its `totalDetails.amountCollectedVat`.',
  ),
  amountDiscount: Money,
  amountTax: Money,
  currency: Currency.describe('Processing currency. The price keeps its own currency.'),
  description: z.string().describe('Name of the product.'),
  presentmentDetails: LinePresentmentDetails.optional().describe('The same amounts in the currency of the price.'),
  availability: Availability.optional().describe('Present on sessions.'),
});
export type LineItem = z.infer<typeof LineItem>;
