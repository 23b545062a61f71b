import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { PaymentStatus, SessionStatus } from '../enums.ts';
import { timezoneParameter } from '../list-grammar.ts';
import { operation, commonEchoes } from '../operation.ts';
import {
  CreateCheckoutSession,
  fixedSessionFields,
  UpdateCheckoutSession,
} from '../requests/checkout-session-input.ts';
import { CheckoutSession } from '../resources/checkout-session.ts';
import { discountRefusals } from './discounts.ts';

const merchant = { service: 'checkout', audience: 'merchant' } as const;
const page = { service: 'checkout', audience: 'page', permission: null } as const;

const computed = [
  'amountSubtotal',
  'amountTotal',
  'totalDetails',
  'presentmentDetails',
  'url',
  'clientSecret',
  'isExpired',
  'customer',
  'paymentIntent',
  'fees',
  'merchantName',
  'merchantLogo',
  'recoveryUrl',
  'displayLocale',
] as const;

/** Checkout sessions for the merchant's server, and the pages a buyer opens. */
export const checkoutOperations = {
  createCheckoutSession: operation('POST /checkout/sessions', {
    ...merchant,
    permission: 'CHECKOUT_SESSION_WRITE',
    summary: 'Create a checkout session',
    description: 'Redirect the buyer to the `url` in the response.',
    body: CreateCheckoutSession,
    example: {
      lineItems: [
        { priceData: { currency: 'EGP', unitAmount: 24950, productData: { name: 'Olive oil, 500 ml' } }, quantity: 2 },
      ],
    },
    echoes: [...commonEchoes, ...computed, ...fixedSessionFields],
    response: CheckoutSession,
    status: 201,
    errors: [
      'resource_missing',
      'line_item_missing_price',
      'amount_invalid',
      'parameter_out_of_range',
      'product_archived',
      'price_inactive',
      'price_not_yet_active',
      'price_expired',
      'price_sold_out',
      'price_recurring_not_supported',
      'unsupported_currency',
      'exchange_rate_not_found',
      'merchant_not_activated',
      'parameters_exclusive',
      'parameter_missing',
      'resource_invalid_state',
      ...discountRefusals,
    ],
  }),
  listCheckoutSessions: operation('GET /checkout/sessions', {
    ...merchant,
    permission: 'CHECKOUT_SESSION_READ',
    summary: 'List checkout sessions',
    description: 'Newest first, of every status. Filter by `status` or `paymentStatus` to find what is open or paid.',
    query: cursorListQuery({
      status: SessionStatus.optional(),
      paymentStatus: PaymentStatus.optional(),
      customerId: z.string().min(1).max(255).optional().describe('`cus_…`'),
      paymentLinkId: z.string().min(1).max(255).optional().describe('`plink_…`'),
      date: dateParameter.optional(),
      timezone: timezoneParameter.default('UTC'),
    }),
    response: cursorListOf(CheckoutSession).meta({ id: 'CheckoutSessionList', description: 'A page of sessions.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getCheckoutSession: operation('GET /checkout/sessions/{id}', {
    ...merchant,
    permission: 'CHECKOUT_SESSION_READ',
    summary: 'Retrieve a checkout session',
    description: 'Read it on your server to find out whether it was paid: `paymentStatus` is then `paid`.',
    response: CheckoutSession,
  }),
  updateCheckoutSession: operation('PATCH /checkout/sessions/{id}', {
    ...merchant,
    permission: 'CHECKOUT_SESSION_WRITE',
    summary: 'Update an open checkout session',
    description:
      '`lineItems` replaces all lines; lines that include their `id` keep it. A change that affects the amount or the customer abandons an attempt that is waiting for the buyer.',
    body: UpdateCheckoutSession,
    example: { metadata: { order: '6735' } },
    echoes: [...commonEchoes, ...computed],
    response: CheckoutSession,
    errors: [
      'resource_invalid_state',
      'payment_still_confirming',
      'line_item_missing_price',
      'amount_invalid',
      'parameter_out_of_range',
      'parameter_missing',
      'parameter_requires_another',
      'parameters_exclusive',
      ...discountRefusals,
      'product_archived',
      'price_inactive',
      'price_not_yet_active',
      'price_expired',
      'price_sold_out',
      'price_recurring_not_supported',
    ],
  }),
  expireCheckoutSession: operation('POST /checkout/sessions/{id}/expire', {
    ...merchant,
    permission: 'CHECKOUT_SESSION_WRITE',
    summary: 'Expire an open checkout session',
    description: 'The session can no longer be paid or recovered. A payment that has not succeeded is canceled.',
    response: CheckoutSession,
    errors: ['resource_invalid_state', 'payment_still_confirming'],
  }),
  showCheckout: operation('GET /c/{id}', {
    ...page,
    summary: 'The hosted checkout page',
    description: 'Send the buyer to the `url` of the session, which leads here.',
    // Not strict: apps add parameters of their own to the links that their users open.
    query: z.object({
      returned: z.string().optional().describe('Set where a bank or payment provider returns the buyer.'),
    }),
    response: z.string(),
  }),
  showRecovery: operation('GET /c/{id}/recover', {
    ...page,
    summary: 'The recovery page of an expired checkout',
    description: "Opens a new session with the same items for a buyer who returns after the session's end.",
    response: z.string(),
  }),
  getCheckoutAsset: operation('GET /assets/{name}', {
    ...page,
    summary: 'A script or stylesheet of the hosted checkout page',
    description: 'The name of a file changes with its content, so that browsers can keep it.',
    response: z.string(),
  }),
  getMizanJs: operation('GET /js/mizan.js', {
    ...page,
    summary: 'The script that embeds the checkout in your own page',
    description: 'Returns 304 if `If-None-Match` contains the current `ETag`.',
    forward: ['if-none-match'],
    response: z.string(),
  }),
};
