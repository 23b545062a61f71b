import { invalidRequest } from './define-error.ts';

/** Errors about products, prices and their stock. */
export const catalogErrors = {
  product_archived: invalidRequest(
    400,
    'The product of this price is archived.',
    'Activate the product, or sell a different one.',
  ),
  price_inactive: invalidRequest(400, 'The price is archived.', 'Activate the price, or use a different one.'),
  price_not_yet_active: invalidRequest(
    400,
    'The price is not on sale until its `startDate`.',
    'Wait until that date, or use a different price.',
  ),
  price_expired: invalidRequest(
    400,
    'The price is no longer on sale because its `expirationDate` has passed.',
    'Use a different price.',
  ),
  price_sold_out: invalidRequest(
    409,
    'There is not enough stock for the requested quantity.',
    'Reduce the quantity, or increase the stock of the price.',
  ),
  price_date_range_invalid: invalidRequest(
    400,
    'The `expirationDate` of the price is not after its `startDate`.',
    'Send an `expirationDate` that is later than `startDate`.',
  ),
  price_stock_invalid: invalidRequest(
    400,
    'The stock is negative or not a whole number.',
    'Send a whole number of 0 or more, or `null` for unlimited stock.',
  ),
  price_recurring_not_supported: invalidRequest(
    400,
    'A recurring price was used where only one-time prices are allowed, or a subscription contains no recurring price.',
    'Use prices whose type matches the `mode` of the session.',
  ),
  price_immutable_while_used: invalidRequest(
    409,
    'The amount, currency and type of a price cannot change after the price has been used in a line item.',
    'Create a new price and archive this one.',
  ),
} as const;
