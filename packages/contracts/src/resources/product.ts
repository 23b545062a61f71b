import { z } from 'zod';
import { cuttable, truncatedNames } from '../bounds.ts';
import { Metadata, namedObject, Timestamp } from '../primitives.ts';
import { Price } from './price.ts';

export const Product = namedObject('Product', 'A product with its prices.', {
  id: z.string().describe('`prod_…`'),
  object: z.literal('product'),
  name: z.string(),
  description: z.string().nullable(),
  image: z.string().nullable().describe('URL.'),
  unitLabel: z.string().nullable().describe('Name of one unit, for example user, GB or month.'),
  active: z
    .boolean()
    .describe(
      'If false, the product is archived: new checkouts cannot sell its prices. An open checkout still sells them, until it expires.',
    ),
  isSystemCreated: z.boolean().describe('True if the product was created from the `priceData` of a checkout.'),
  metadata: Metadata.nullable(),
  defaultPriceId: z.string().nullable().describe('`price_…`'),
  merchantId: z.string().describe('`acct_…`'),
  prices: cuttable(
    z
      .array(Price)
      .describe('The newest 50, including archived ones, newest first. Use GET /prices to list all prices.'),
    'first',
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  truncated: truncatedNames,
});
export type Product = z.infer<typeof Product>;

/** A price in a product list. */
export const ProductListPrice = Price.pick({
  id: true,
  unitAmount: true,
  currency: true,
  type: true,
  recurring: true,
  customUnitAmount: true,
  stock: true,
  createdAt: true,
}).meta({ id: 'ProductListPrice', description: 'A price in a product list.' });
export type ProductListPrice = z.infer<typeof ProductListPrice>;

/** A product in a list. */
export const ProductListItem = Product.omit({ object: true, defaultPriceId: true })
  .extend({ prices: cuttable(z.array(ProductListPrice).describe('The newest 50, newest first.'), 'first') })
  .meta({ id: 'ProductListItem', description: 'A product in a list.' });
export type ProductListItem = z.infer<typeof ProductListItem>;
