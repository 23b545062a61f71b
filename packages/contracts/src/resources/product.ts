import { z } from 'zod';
import { Metadata, Timestamp } from '../primitives.ts';
import { Price } from './price.ts';

/** What is sold, with its prices. */
export const Product = z
  .object({
    id: z.string().describe('`prod_…`'),
    object: z.literal('product'),
    name: z.string(),
    description: z.string().nullable(),
    image: z.string().nullable().describe('URL.'),
    unitLabel: z.string().nullable().describe('What one piece is: user, GB, month.'),
    active: z.boolean().describe('False: archived, none of its prices can be sold.'),
    isSystemCreated: z.boolean().describe('True when it was made from `priceData` of a checkout.'),
    metadata: Metadata.nullable(),
    defaultPriceId: z.string().nullable().describe('`price_…`'),
    merchantId: z.string().describe('`acct_…`'),
    prices: z.array(Price).describe('The newest 50, newest first, archived ones too; all through GET /prices.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Product', description: 'What is sold, with its prices.' });
export type Product = z.infer<typeof Product>;

/** A price inside a product list. */
export const ProductListPrice = Price.pick({
  id: true,
  unitAmount: true,
  currency: true,
  type: true,
  recurring: true,
  customUnitAmount: true,
  stock: true,
  createdAt: true,
}).meta({ id: 'ProductListPrice', description: 'A price inside a product list.' });
export type ProductListPrice = z.infer<typeof ProductListPrice>;

/** A product inside a list. */
export const ProductListItem = Product.omit({ object: true, defaultPriceId: true })
  .extend({ prices: z.array(ProductListPrice).describe('The newest 50, newest first.') })
  .meta({ id: 'ProductListItem', description: 'A product inside a list.' });
export type ProductListItem = z.infer<typeof ProductListItem>;
