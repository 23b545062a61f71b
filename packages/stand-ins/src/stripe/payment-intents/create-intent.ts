import { refused, type StripeRefusal } from '../api/refusal.ts';
import { createMethod, methodShape, useMethod } from '../payment-methods/create-method.ts';
import {
  flag,
  ignored,
  integer,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
  type Read,
} from '../parameters/readers.ts';
import { newId, type Intent } from '../state.ts';
import { owned, type Caller } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';
import { assertChargeable, assertCurrency } from './currencies.ts';
import { confirmIntent, confirmOnlyShape } from './confirm-intent.ts';
import { renderIntent } from './render-intent.ts';

const methodOptions = object({
  card: object({
    request_multicapture: oneOf('if_available', 'never'),
    request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
    capture_method: oneOf('manual'),
  }),
});

export const createIntentShape = {
  amount: integer,
  currency: text(),
  capture_method: oneOf('automatic', 'automatic_async', 'manual'),
  confirmation_method: oneOf('automatic', 'manual'),
  confirm: flag,
  allowed_payment_method_types: list(text()),
  automatic_payment_methods: object({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
  payment_method: text(),
  payment_method_data: object(methodShape),
  payment_method_options: methodOptions,
  description: text(1000),
  receipt_email: text(),
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: ignored,
  statement_descriptor_suffix: text(22),
  metadata,
  ...confirmOnlyShape,
};

/** POST /v1/payment_intents */
export function createIntent(caller: Caller, given: Read<typeof createIntentShape>): Intent {
  const amount = required(given.amount, 'amount');
  const currency = required(given.currency, 'currency');
  assertCurrency(currency);
  assertChargeable(amount, currency);
  assertConfirms(given);
  if (given.allowed_payment_method_types && !given.allowed_payment_method_types.includes('card'))
    throw refused('None of the payment method types is available.', undefined, 'allowed_payment_method_types');
  const method =
    given.payment_method !== undefined
      ? useMethod(caller, given.payment_method)
      : given.payment_method_data && createMethod(caller, given.payment_method_data, 'payment_method_data');
  const id = newId('pi');
  const intent: Intent = {
    ...owned(caller, id),
    amount,
    currency,
    captureMethod: given.capture_method ?? 'automatic_async',
    confirmationMethod: given.confirmation_method ?? 'automatic',
    allowedTypes: given.allowed_payment_method_types ?? null,
    automaticMethods: automaticOf(given),
    requestsMulticapture: given.payment_method_options?.card?.request_multicapture === 'if_available',
    clientSecret: `${id}_secret_${newId('').slice(1)}`,
    metadata: mergeMetadata({}, given.metadata),
    description: given.description ?? null,
    receiptEmail: given.receipt_email ?? null,
    setupFutureUsage: given.setup_future_usage ?? null,
    methodId: method?.id ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    amountCapturable: 0,
    amountReceived: 0,
    amountRefunded: 0,
    canceledAt: null,
    cancellationReason: null,
    lastError: null,
    returnUrl: null,
    useStripeSdk: false,
    isAuthenticated: false,
    latestChargeId: null,
  };
  caller.app.state.intents.push(intent);
  caller.app.mark('intents', intent);
  emit(caller, 'payment_intent.created', renderIntent(caller.app, intent));
  return given.confirm ? confirmIntent(caller, intent, confirmationOf(given)) : intent;
}

/** What is only for a confirmation is refused without one. */
function assertConfirms({ confirm, ...given }: Read<typeof createIntentShape>): void {
  const surplus = (Object.keys(confirmOnlyShape) as (keyof typeof confirmOnlyShape)[]).find((name) => name in given);
  if (!confirm && surplus !== undefined) throw onlyWithConfirm(surplus);
}

const onlyWithConfirm = (name: string): StripeRefusal =>
  refused(
    `The parameter '${name}' cannot be passed when creating a PaymentIntent unless confirm is set to true.`,
    undefined,
    name,
  );

const confirmationOf = ({
  return_url,
  use_stripe_sdk,
  confirmation_token,
  off_session,
  error_on_requires_action,
}: Read<typeof createIntentShape>) => ({
  ...(return_url !== undefined && { return_url }),
  ...(use_stripe_sdk !== undefined && { use_stripe_sdk }),
  ...(confirmation_token !== undefined && { confirmation_token }),
  ...(off_session !== undefined && { off_session }),
  ...(error_on_requires_action !== undefined && { error_on_requires_action }),
});

function automaticOf({ automatic_payment_methods: given }: Read<typeof createIntentShape>): Intent['automaticMethods'] {
  return given === undefined
    ? null
    : {
        enabled: required(given.enabled, 'automatic_payment_methods[enabled]'),
        allow_redirects: given.allow_redirects ?? 'always',
      };
}
