import { operation } from '../operation.ts';
import { ConfirmHostedCheckout, UpdateHostedCheckout } from '../requests/hosted-checkout-input.ts';
import { ConfirmedCheckout, HostedCheckout } from '../resources/hosted-checkout.ts';
import { discountRefusals } from './discounts.ts';

const client = { service: 'checkout', audience: 'client', permission: null, forward: ['client-secret'] } as const;
const common = ['invalid_client_secret', 'checkout_session_expired'] as const;
/** What a payment link adds: it may be closed, and its currency may not be accepted now. */
const linkErrors = [
  'payment_link_inactive',
  'payment_link_expired',
  'unsupported_currency',
  'exchange_rate_not_found',
] as const;
/** What a session that is opened from it adds: what it sells may be gone. */
const openingErrors = [
  ...linkErrors,
  'product_archived',
  'price_inactive',
  'price_not_yet_active',
  'price_expired',
] as const;

/** What a buyer's browser does, authorized by the client secret of the session. */
export const clientOperations = {
  getHostedCheckout: operation('GET /client/checkout/{id}', {
    ...client,
    summary: "Retrieve a checkout in the buyer's browser",
    description: 'For a payment link, use its ID or the last part of its URL; no client secret is needed.',
    response: HostedCheckout,
    errors: [...common, ...linkErrors],
  }),
  updateHostedCheckout: operation('PATCH /client/checkout/{id}', {
    ...client,
    attempt: 'change',
    summary: "Update a checkout in the buyer's browser",
    description:
      'The first update on a payment link creates a session: use the `id` and `clientSecret` in the response from then on. A request from the same network with the same `Idempotency-Key` returns the same session, so use a random one.',
    body: UpdateHostedCheckout,
    example: { customerDetails: { name: 'Mona Adel', email: 'mona@example.com' } },
    response: HostedCheckout,
    errors: [
      ...common,
      ...openingErrors,
      'merchant_not_activated',
      'resource_invalid_state',
      'payment_already_completed',
      'payment_still_confirming',
      'amount_invalid',
      'parameter_out_of_range',
      'price_sold_out',
      'checkout_empty_cart',
      'validation_error',
      'payment_method_mismatch',
      'promotion_codes_not_allowed',
      ...discountRefusals,
    ],
  }),
  recoverHostedCheckout: operation('POST /client/checkout/{id}/recover', {
    ...client,
    attempt: 'change',
    summary: 'Recover an expired checkout',
    description:
      'Creates a copy of a checkout that expired, or whose payment failed, within the last 30 days. The copy has the same items at current prices, the details that the buyer entered, and the discounts that still apply. Use the `id` and `clientSecret` in the response from then on. While such a copy is open or paid, this returns the same copy; if this order was paid in another of its checkouts, also late, it returns that one. `recoveryUrl` of the checkout opens the corresponding page. A checkout that the merchant expired cannot be recovered, nor one of whose payment the merchant has received a part, as of a transfer: a copy costs the whole again.',
    response: HostedCheckout,
    errors: [
      'invalid_client_secret',
      'resource_invalid_state',
      ...openingErrors,
      'price_sold_out',
      'amount_invalid',
      'merchant_not_activated',
    ],
  }),
  confirmHostedCheckout: operation('POST /client/checkout/{id}/confirm', {
    ...client,
    movesMoney: true,
    attempt: 'payment',
    summary: 'Pay',
    description:
      'A declined payment also returns 200: check `paymentIntent.lastPaymentError`. On a payment link this creates a session; its `id` and `clientSecret` are in the response.',
    body: ConfirmHostedCheckout,
    example: {
      paymentMethod: { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } },
    },
    response: ConfirmedCheckout,
    errors: [
      ...common,
      ...openingErrors,
      'resource_invalid_state',
      'payment_still_confirming',
      'payment_already_completed',
      'payment_method_mismatch',
      'payment_method_corrupted',
      'payment_method_customer_mismatch',
      'amount_invalid',
      'parameter_missing',
      'parameter_unknown',
      'validation_error',
      'price_sold_out',
      'checkout_empty_cart',
      'merchant_not_activated',
      ...discountRefusals,
    ],
    deadlineMs: 25_000,
  }),
};
