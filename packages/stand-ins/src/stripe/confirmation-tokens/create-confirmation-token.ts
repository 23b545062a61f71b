import { invalidRequest } from '../api/refusal.ts';
import { createMethod, methodShape, useMethod } from '../payment-methods/create-method.ts';
import { renderPreview } from '../payment-methods/render-method.ts';
import { address, flag, ignored, object, oneOf, text, type Read } from '../parameters/readers.ts';
import { newId, type ConfirmationToken } from '../state.ts';
import { nowSeconds, owned, type Caller, type StripeApp } from '../stripe-app.ts';

export const createConfirmationTokenShape = {
  payment_method: text(),
  payment_method_data: object(methodShape),
  payment_method_options: ignored,
  return_url: address,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: ignored,
  use_stripe_sdk: flag,
};

const lifeSeconds = 12 * 60 * 60;

/** POST /v1/test_helpers/confirmation_tokens of a server, and POST /v1/confirmation_tokens of Stripe.js. */
export function createConfirmationToken(
  caller: Caller,
  given: Read<typeof createConfirmationTokenShape>,
): ConfirmationToken {
  if ((given.payment_method === undefined) === (given.payment_method_data === undefined))
    throw invalidRequest('You must specify exactly one of these parameters: payment_method, payment_method_data.');
  const method = given.payment_method_data
    ? createMethod(caller, given.payment_method_data, 'payment_method_data')
    : useMethod(caller, given.payment_method ?? '');
  const token: ConfirmationToken = {
    ...owned(caller, newId('ctoken')),
    methodId: method.id,
    returnUrl: given.return_url ?? null,
    setupFutureUsage: given.setup_future_usage ?? null,
    useStripeSdk: given.use_stripe_sdk ?? caller.isPublishable,
    expiresAt: nowSeconds(caller.app) + lifeSeconds,
    intentId: null,
  };
  caller.app.state.confirmationTokens.push(token);
  caller.app.mark('confirmationTokens', token);
  return token;
}

/** A ConfirmationToken as Stripe shows it. */
export function renderConfirmationToken(app: StripeApp, token: ConfirmationToken): Readonly<Record<string, unknown>> {
  const method = app.state.methods.find(({ id }) => id === token.methodId);
  if (!method) throw new Error(`bug: ${token.id} has no method`);
  return {
    id: token.id,
    object: 'confirmation_token',
    created: token.created,
    expires_at: token.expiresAt,
    livemode: token.livemode,
    mandate_data: null,
    metadata: null,
    payment_intent: token.intentId,
    payment_method_options: null,
    payment_method_preview: renderPreview(method),
    return_url: token.returnUrl,
    setup_future_usage: token.setupFutureUsage,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: token.useStripeSdk,
  };
}
