import type { Intent } from '../state.ts';
import type { StripeApp } from '../stripe-app.ts';

/** A PaymentIntent as Stripe shows it. */
export const renderIntent = (app: StripeApp, intent: Intent): Readonly<Record<string, unknown>> => ({
  id: intent.id,
  object: 'payment_intent',
  allowed_payment_method_types: intent.allowedTypes,
  amount: intent.amount,
  amount_capturable: intent.amountCapturable,
  amount_received: intent.amountReceived,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: intent.automaticMethods,
  canceled_at: intent.canceledAt,
  cancellation_reason: intent.cancellationReason,
  capture_method: intent.captureMethod,
  client_secret: intent.clientSecret,
  confirmation_method: intent.confirmationMethod,
  created: intent.created,
  currency: intent.currency,
  customer: null,
  customer_account: null,
  description: intent.description,
  excluded_payment_method_types: null,
  last_payment_error: intent.lastError,
  latest_charge: intent.latestChargeId,
  livemode: intent.livemode,
  metadata: intent.metadata,
  next_action: intent.status === 'requires_action' ? nextActionOf(app, intent) : null,
  on_behalf_of: null,
  payment_method: intent.methodId,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  processing: null,
  receipt_email: intent.receiptEmail,
  review: null,
  setup_future_usage: intent.setupFutureUsage,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: intent.status,
  transfer_data: null,
  transfer_group: null,
});

function nextActionOf(app: StripeApp, intent: Intent): Readonly<Record<string, unknown>> {
  const url = challengeUrl(app, intent);
  return intent.useStripeSdk || intent.returnUrl === null
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: intent.returnUrl } };
}

/** The page of the buyer's bank, which this stand-in has itself. */
export const challengeUrl = (app: StripeApp, { id, clientSecret }: Intent): string =>
  `${app.url()}/3d_secure_2/hosted?${new URLSearchParams({ payment_intent: id, payment_intent_client_secret: clientSecret })}`;
