import { invalidRequest } from './define-error.ts';

/** Errors about products, prices and their stock. */
export const catalogErrors = {
  product_archived: invalidRequest(
    400,
    'The product of this price is archived.',
    'Activate the product, or sell another one.',
  ),
  price_inactive: invalidRequest(400, 'The price is archived.', 'Activate the price, or use another one.'),
  price_not_yet_active: invalidRequest(
    400,
    'The price is not on sale before its `startDate`.',
    'Wait for the date, or use another price.',
  ),
  price_expired: invalidRequest(
    400,
    'The price is no longer on sale: its `expirationDate` has passed.',
    'Use another price.',
  ),
  price_sold_out: invalidRequest(
    409,
    'Fewer pieces are in stock than the quantity asked for.',
    'Lower the quantity, or raise the stock of the price.',
  ),
  price_date_range_invalid: invalidRequest(
    400,
    'The price would expire before it starts.',
    'Send an `expirationDate` after `startDate`.',
  ),
  price_stock_invalid: invalidRequest(
    400,
    'Stock is negative or not a whole number.',
    'Send a whole number from 0 up, or `null` for unlimited.',
  ),
  price_recurring_not_supported: invalidRequest(
    400,
    'A recurring price was used where only one-time prices can be sold, or a subscription has none.',
    'Match the price type with the `mode` of the session.',
  ),
  price_immutable_while_used: invalidRequest(
    409,
    'The amount, currency or type of a price that was ever sold cannot change.',
    'Create a new price and archive this one.',
  ),
} as const;
