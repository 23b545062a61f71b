import type { ErrorCode, PaymentMethodInput } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { ProviderMethod } from '../port/provider-method.ts';
import { cardOfMethod } from './read-card.ts';
import { isOfStripe, refusalOf, unanswered } from './read-error.ts';

/**
 * Refuses what live mode never accepts: a card's number, and what only a test may request. Called before anything else
 * reads the method. @throws Problem `parameter_unknown`, `payment_method_mismatch`, `parameter_missing`
 */
export function stripeTokenOf({ type, id, token, card, testOutcome }: PaymentMethodInput): string {
  const refuse = (code: ErrorCode, field: string, message: string): Problem =>
    new Problem(code, message, { param: `paymentMethod.${field}` });
  const number = 'Card numbers are not accepted in live mode. Send the token from the provider’s hosted card field.';
  const noToken = 'token is required: send the token (pm_…) from Stripe’s hosted card field.';
  if (testOutcome !== undefined)
    throw refuse('parameter_unknown', 'testOutcome', 'testOutcome is only allowed in test mode.');
  if (card !== undefined) throw refuse('payment_method_mismatch', 'card', number);
  if (id !== undefined) throw refuse('payment_method_mismatch', 'id', 'This is not a payment method of live mode.');
  if (type !== 'card') throw refuse('payment_method_mismatch', 'type', 'Only cards are accepted in live mode.');
  if (token === undefined) throw refuse('parameter_missing', 'token', noToken);
  if (!isStripeToken(token)) throw corrupted();
  return token;
}

/** Whether a token was made by Stripe's field. */
export const isStripeToken = (token: string): boolean => /^pm_\w{1,250}$/.test(token);

/** Short, because it comes before the payment: the time of a confirm is for the payment itself. */
const methodTimeouts = { timeout: 4_000, maxNetworkRetries: 0 }; // milliseconds

/**
 * Reads from Stripe what a token stands for: the card without its number, and what its fee depends on.
 *
 * @param country of the account: a card issued elsewhere is international
 * @throws Problem `payment_method_corrupted`; `internal_error` 503: Stripe does not answer
 */
export async function readMethod(client: Stripe, token: string, country: string): Promise<ProviderMethod> {
  const found = await client.paymentMethods.retrieve(token, {}, methodTimeouts).catch((thrown: unknown) => {
    if (refusalOf(thrown)) throw corrupted();
    if (!isOfStripe(thrown)) throw thrown;
    throw unanswered(thrown, 'The payment provider');
  });
  if (found.object !== 'payment_method') throw unanswered({ type: 'StripeUnreadableAnswer' }, 'The payment provider');
  if (!found.card) throw corrupted();
  const card = cardOfMethod(found.card);
  const isInternational = card.country !== null && card.country !== country;
  return { type: 'card', token, card, cardInfo: { brand: card.brand, isOnUs: false, isInternational } };
}

const corrupted = (): Problem =>
  new Problem('payment_method_corrupted', 'The token is not a payment method that can be used.', {
    param: 'paymentMethod.token',
  });
