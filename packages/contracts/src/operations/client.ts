import { operation } from '../operation.ts';
import { ConfirmHostedCheckout } from '../requests/confirm-hosted-checkout.ts';
import { UpdateHostedCheckout } from '../requests/update-hosted-checkout.ts';
import { ConfirmedCheckout, HostedCheckout } from '../resources/hosted-checkout.ts';

import { discountRefusals } from './discounts.ts';

const client = { service: 'checkout', audience: 'client', permission: null, forward: ['client-secret'] } as const;
const common = ['invalid_client_secret', 'resource_missing', 'checkout_session_expired'] as const;
/** What a payment link adds: it may be closed, and what it sells may be gone. */
const linkErrors = ['payment_link_inactive', 'payment_link_expired'] as const;
const openingErrors = [
  ...linkErrors,
  'product_archived',
  'price_inactive',
  'price_not_yet_active',
  'price_expired',
  'unsupported_currency',
] as const;

/** What a buyer's browser does, authorised by the client secret of the session. */
export const clientOperations = {
  getHostedCheckout: operation({
    ...client,
    method: 'GET',
    path: '/client/checkout/{id}',
    summary: 'The checkout as the buyer sees it',
    description: 'For a payment link, by its id or the last part of its address, no secret is needed.',
    response: HostedCheckout,
    status: 200,
    errors: [...common, ...linkErrors, 'unsupported_currency'],
  }),
  updateHostedCheckout: operation({
    ...client,
    method: 'PATCH',
    path: '/client/checkout/{id}',
    attempt: 'change',
    summary: 'Change what the buyer may change',
    description:
      'The first change at a payment link opens a session: go on with the `id` and `clientSecret` of the answer. Make the `Idempotency-Key` of that change random: whoever repeats it gets the same session.',
    body: UpdateHostedCheckout,
    response: HostedCheckout,
    status: 200,
    errors: [
      ...common,
      ...openingErrors,
      'merchant_not_activated',
      'resource_invalid_state',
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
  recoverHostedCheckout: operation({
    ...client,
    method: 'POST',
    path: '/client/checkout/{id}/recover',
    attempt: 'change',
    summary: 'Begin again',
    description:
      'Opens a copy of a checkout whose time came, or whose payment failed, within 30 days: the same order at the prices of now, what the buyer had filled in, and the discounts that still apply. While such a copy is open or paid it is the answer again. Go on with the `id` and `clientSecret` of the answer. Its page is the `recoveryUrl` of the checkout. What the merchant expired is over for good.',
    response: HostedCheckout,
    status: 200,
    errors: [
      'invalid_client_secret',
      'resource_missing',
      'resource_invalid_state',
      ...openingErrors,
      'price_sold_out',
      'amount_invalid',
      'merchant_not_activated',
    ],
  }),
  confirmHostedCheckout: operation({
    ...client,
    method: 'POST',
    path: '/client/checkout/{id}/confirm',
    movesMoney: true,
    attempt: 'payment',
    summary: 'Pay',
    description:
      'Answers 200 for a declined payment too: read `paymentIntent.lastPaymentError`. At a payment link it opens a session, whose `id` and `clientSecret` are in the answer.',
    body: ConfirmHostedCheckout,
    response: ConfirmedCheckout,
    status: 200,
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
