import { z } from 'zod';
import { Currency } from './enums.ts';
import { Money } from './primitives.ts';

/** The rows between the items of an order and its total. A row of 0 is not shown. */
export const OrderTotals = z.object({
  currency: Currency,
  subtotal: Money,
  discount: Money,
  tax: Money,
  shipping: Money,
  vat: Money,
  fee: Money.describe('What the buyer pays for the payment itself.'),
  total: Money,
});
export type OrderTotals = z.infer<typeof OrderTotals>;

const itemRows = {
  items: z
    .array(
      z.object({
        name: z.string(),
        quantity: z.int().min(1),
        amount: Money.describe('Before discounts and taxes.'),
        currency: Currency,
      }),
    )
    .describe('The first line items.'),
  itemCount: z.int().min(0).describe('Number of all line items.'),
};

/** What was bought, as receipts list it. */
export const OrderSummary = z.object({ ...itemRows, totals: OrderTotals });
export type OrderSummary = z.infer<typeof OrderSummary>;

/** The same in a mail. Earlier releases answer without totals. */
export const mailedOrder = { ...itemRows, totals: OrderTotals.nullable().default(null) };

/** The line items that a mail has at most, and those that the page of a receipt has. */
export const mailedItemsMax = 10;
export const receiptItemsMax = 100;
