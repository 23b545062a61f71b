import type { ErrorCode, PaymentMethodInput, PaymentMethodType } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { CardDetails, ProviderMethod } from '../port/provider-method.ts';
import { cardOfMethod, type StripeCard } from './read-card.ts';
import { expectObject, isOfKey, isOfStripe, missingPermissionOf, refusalOf, unanswered } from './read-error.ts';

/** Our types of what Stripe charges as a card. */
const walletTypes = ['apple_pay', 'google_pay'] as const;
const stripeTypes: readonly (string | undefined)[] = ['card', ...walletTypes];

/**
 * Refuses what live mode never accepts: a card's number, and what only a test may request. Called before anything else
 * reads the method. @throws Problem `parameter_unknown`, `payment_method_mismatch`, `parameter_missing`
 */
export function stripeTokenOf({ type, id, token, card, testOutcome }: PaymentMethodInput): string {
  const refuse = (code: ErrorCode, field: string, message: string): Problem =>
    new Problem(code, message, { param: `paymentMethod.${field}` });
  const number = 'Card numbers are not accepted in live mode. Send the token from the provider’s hosted card field.';
  const noToken = 'token is required: send the token (ctoken_…) that Stripe’s script creates on your page.';
  if (testOutcome !== undefined)
    throw refuse('parameter_unknown', 'testOutcome', 'testOutcome is only allowed in test mode.');
  if (card !== undefined) throw refuse('payment_method_mismatch', 'card', number);
  if (id !== undefined) throw refuse('payment_method_mismatch', 'id', 'This is not a payment method of live mode.');
  if (!stripeTypes.includes(type))
    throw refuse('payment_method_mismatch', 'type', 'Stripe takes card, apple_pay and google_pay.');
  if (token === undefined) throw refuse('parameter_missing', 'token', noToken);
  if (!isStripeToken(token)) throw corrupted('The token is not a payment method that can be used.');
  return token;
}

/** Whether a token was made by Stripe's script: a confirmation token, or a PaymentMethod of pages that are older. */
export const isStripeToken = (token: string): boolean => /^(ctoken|pm)_\w{1,250}$/.test(token);

/** Whether a token is a confirmation token, which confirms one payment. */
export const isConfirmationToken = (token: string): boolean => token.startsWith('ctoken_');

/** Short, because it comes before the payment: the time of a confirm is for the payment itself. */
const methodTimeouts = { timeout: 4_000, maxNetworkRetries: 0 }; // milliseconds

/** A token, and what it is to pay. */
export interface StripeToken {
  readonly token: string;
  readonly type: PaymentMethodType;
  /** Of the account: a card issued elsewhere is international. */
  readonly country: string;
  readonly now: Date;
}

/**
 * Reads from Stripe what a token stands for: the card without its number, and what its fee depends on.
 *
 * @throws Problem `payment_method_corrupted`: also a token that was used or has expired, of another account or mode;
 *   `payment_method_mismatch`: of another type; `internal_error` 503: Stripe does not answer
 * @throws StripeAuthenticationError, StripePermissionError
 */
export async function readMethod(client: Stripe, { token, type, country, now }: StripeToken): Promise<ProviderMethod> {
  const found = await cardOfToken(client, token, now).catch((thrown: unknown) => {
    if (refusalOf(thrown)) throw corrupted('The token is not a payment method that can be used.');
    if (!isOfStripe(thrown) || isOfKey(thrown) || missingPermissionOf(thrown) !== undefined) throw thrown;
    throw unanswered(thrown, 'The payment provider');
  });
  if (!found) throw corrupted('The token is not a payment method that can be used.');
  const card = cardOfMethod(found);
  assertType(type, card);
  const isInternational = card.country !== null && card.country !== country;
  return { type, token, card, cardInfo: { brand: card.brand, isOnUs: false, isInternational } };
}

async function cardOfToken(client: Stripe, token: string, now: Date): Promise<StripeCard | undefined> {
  if (!isConfirmationToken(token))
    return expectObject(await client.paymentMethods.retrieve(token, {}, methodTimeouts), 'payment_method').card;
  const found = await client.confirmationTokens.retrieve(token, {}, methodTimeouts);
  const { expires_at: expiresAt, payment_method_preview: preview } = expectObject(found, 'confirmation_token');
  if (expiresAt === null) throw corrupted('The token was used before. Create another one for each payment.');
  if (expiresAt * 1000 <= now.getTime()) throw corrupted('The token has expired. Create another one.');
  return preview?.card;
}

/** A wallet pays as what it is: its own fee, and only where it is offered. */
function assertType(type: PaymentMethodType, { wallet }: CardDetails): void {
  const actual = walletTypes.find((each) => each === wallet?.type) ?? 'card';
  if (type === actual) return;
  throw new Problem('payment_method_mismatch', `The token is one of ${actual}, not of ${type}.`, {
    param: 'paymentMethod.type',
  });
}

const corrupted = (message: string): Problem =>
  new Problem('payment_method_corrupted', message, { param: 'paymentMethod.token' });
