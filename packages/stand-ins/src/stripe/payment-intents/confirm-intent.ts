import { refused, StripeRefusal } from '../api/refusal.ts';
import { useConfirmationToken } from '../confirmation-tokens/use-confirmation-token.ts';
import { createMethod, methodShape, useMethod } from '../payment-methods/create-method.ts';
import { cardOfMethod, renderMethod } from '../payment-methods/render-method.ts';
import { address, flag, ignored, object, oneOf, text, type Read } from '../parameters/readers.ts';
import type { Intent, Method } from '../state.ts';
import type { Caller } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';
import { chargeIntent, declineIntent } from './charge-intent.ts';
import { assertState } from './intent-state.ts';
import { renderIntent } from './render-intent.ts';

/** Parameters that a creation may have only together with `confirm`. */
export const confirmOnlyShape = {
  confirmation_token: text(),
  return_url: address,
  use_stripe_sdk: flag,
  off_session: flag,
  error_on_requires_action: flag,
};

export const confirmIntentShape = {
  ...confirmOnlyShape,
  payment_method: text(),
  payment_method_data: object(methodShape),
  payment_method_options: ignored,
  receipt_email: text(),
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: ignored,
};

/** POST /v1/payment_intents/{id}/confirm: charges, declines, or waits for the buyer's bank. */
export function confirmIntent(caller: Caller, intent: Intent, given: Read<typeof confirmIntentShape>): Intent {
  assertState(caller.app, intent, {
    verb: 'confirm',
    allowed: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  });
  if (given.confirmation_token !== undefined && given.payment_method !== undefined)
    throw refused('You may only specify one of these parameters: confirmation_token, payment_method.');
  if (caller.isPublishable && intent.confirmationMethod === 'manual')
    throw refused(
      'This PaymentIntent has a confirmation_method of manual and cannot be confirmed with a publishable key.',
    );
  const token =
    given.confirmation_token === undefined ? undefined : useConfirmationToken(caller, intent, given.confirmation_token);
  const returnUrl = given.return_url ?? token?.returnUrl ?? intent.returnUrl;
  assertReturns(intent, returnUrl, given.use_stripe_sdk === true || token?.useStripeSdk === true);
  const method = methodFor(caller, given, token?.methodId ?? intent.methodId);
  if (method.isUsed)
    throw refused(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      undefined,
      'payment_method',
    );
  if (token) {
    Object.assign(token, { expiresAt: null, intentId: intent.id });
    caller.app.mark('confirmationTokens', token);
  }
  caller.app.mark('intents', intent);
  Object.assign(intent, {
    methodId: method.id,
    returnUrl,
    useStripeSdk: given.use_stripe_sdk ?? token?.useStripeSdk ?? false,
    setupFutureUsage: given.setup_future_usage ?? token?.setupFutureUsage ?? intent.setupFutureUsage,
    receiptEmail: given.receipt_email ?? intent.receiptEmail,
    lastError: null,
    isAuthenticated: intent.isAuthenticated && intent.methodId === method.id,
  });
  return attempt(caller, intent, {
    method,
    mayNotWait: given.off_session === true || given.error_on_requires_action === true,
  });
}

function attempt(
  caller: Caller,
  intent: Intent,
  { method, mayNotWait }: { readonly method: Method; readonly mayNotWait: boolean },
): Intent {
  const { behaviour } = cardOfMethod(method);
  if (typeof behaviour === 'object') throw declineIntent(caller, intent, behaviour);
  if (behaviour === 'challenges' && !intent.isAuthenticated) {
    if (mayNotWait)
      throw declineIntent(caller, intent, {
        code: 'authentication_required',
        declineCode: 'authentication_required',
        networkCode: null,
        advice: null,
        message: 'Your card was declined. This transaction requires authentication.',
      });
    intent.status = 'requires_action';
    emit(caller, 'payment_intent.requires_action', renderIntent(caller.app, intent));
    return intent;
  }
  chargeIntent(caller, intent, method);
  if (behaviour === 'answers_500')
    throw new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' });
  return intent;
}

/** @param standing the method of the token or of the intent itself */
function methodFor(caller: Caller, given: Read<typeof confirmIntentShape>, standing: string | null): Method {
  if (given.payment_method_data) return createMethod(caller, given.payment_method_data, 'payment_method_data');
  const id = given.payment_method ?? standing;
  if (id === null)
    throw refused(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      'payment_intent_unexpected_state',
    );
  return useMethod(caller, id);
}

/** Methods that redirect need an address to return to, unless the intent has cards only. */
function assertReturns({ allowedTypes, automaticMethods }: Intent, returnUrl: string | null, usesSdk: boolean): void {
  const isCardsOnly = allowedTypes?.every((type) => type === 'card') === true;
  if (returnUrl !== null || usesSdk || isCardsOnly || automaticMethods?.allow_redirects === 'never') return;
  throw refused(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never`.",
    undefined,
    'return_url',
  );
}

/** What a buyer did on the bank's page. Nothing when the intent does not wait for it. */
export function authenticateIntent(caller: Caller, intent: Intent, succeeds: boolean): void {
  if (intent.status !== 'requires_action') return;
  caller.app.mark('intents', intent);
  const method = useMethod(caller, intent.methodId ?? '');
  if (succeeds) {
    intent.isAuthenticated = true;
    if (intent.confirmationMethod === 'manual') intent.status = 'requires_confirmation';
    else chargeIntent(caller, intent, method);
    return;
  }
  Object.assign(intent, { status: 'requires_payment_method', methodId: null });
  intent.lastError = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: renderMethod(method),
  };
  emit(caller, 'payment_intent.payment_failed', renderIntent(caller.app, intent));
}
