import { operation } from '../operation.ts';
import { ConfirmHostedCheckout } from '../requests/confirm-hosted-checkout.ts';
import { UpdateHostedCheckout } from '../requests/update-hosted-checkout.ts';
import { ConfirmedCheckout, HostedCheckout } from '../resources/hosted-checkout.ts';

import { discountRefusals } from './discounts.ts';

const client = { service: 'checkout', audience: 'client', permission: null, forward: ['client-secret'] } as const;
const common = ['invalid_client_secret', 'resource_missing', 'checkout_session_expired'] as const;

/** What a buyer's browser does, authorised by the client secret of the session. */
export const clientOperations = {
  getHostedCheckout: operation({
    ...client,
    method: 'GET',
    path: '/client/checkout/{id}',
    summary: 'The checkout as the buyer sees it',
    response: HostedCheckout,
    status: 200,
    errors: common,
  }),
  updateHostedCheckout: operation({
    ...client,
    method: 'PATCH',
    path: '/client/checkout/{id}',
    attempt: 'change',
    summary: 'Change what the buyer may change',
    body: UpdateHostedCheckout,
    response: HostedCheckout,
    status: 200,
    errors: [
      ...common,
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
  confirmHostedCheckout: operation({
    ...client,
    method: 'POST',
    path: '/client/checkout/{id}/confirm',
    movesMoney: true,
    attempt: 'payment',
    summary: 'Pay',
    description: 'Answers 200 for a declined payment too: read `paymentIntent.lastPaymentError`.',
    body: ConfirmHostedCheckout,
    response: ConfirmedCheckout,
    status: 200,
    errors: [
      ...common,
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
