import type { PaymentMethodInput } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { ProviderMethod } from '../port/provider-method.ts';
import { cardOfMethod } from './read-card.ts';
import { isOfStripe, refusalOf } from './read-error.ts';

/**
 * Refuses what live mode never takes: a card's number, and what only a test can ask for. Called before anything else
 * looks at the method.
 *
 * @throws Problem `parameter_unknown`, `payment_method_mismatch`, `parameter_missing`
 */
export function stripeTokenOf({ type, id, token, card, testOutcome }: PaymentMethodInput): string {
  if (testOutcome !== undefined)
    throw new Problem('parameter_unknown', 'testOutcome is for test mode.', { param: 'paymentMethod.testOutcome' });
  if (card !== undefined)
    throw new Problem(
      'payment_method_mismatch',
      'Live mode takes no card numbers: send the token that the provider’s hosted field made.',
      { param: 'paymentMethod.card' },
    );
  if (id !== undefined)
    throw new Problem('payment_method_mismatch', 'This is not a payment method of live mode.', {
      param: 'paymentMethod.id',
    });
  if (type !== 'card')
    throw new Problem('payment_method_mismatch', 'Live payments are taken by card.', { param: 'paymentMethod.type' });
  if (token === undefined)
    throw new Problem('parameter_missing', 'Send the token (pm_…) that Stripe’s hosted field made.', {
      param: 'paymentMethod.token',
    });
  if (!/^pm_\w{1,250}$/.test(token)) throw corrupted();
  return token;
}

/** Before a payment begins, so short: what a confirm has in all is for the payment itself. */
const methodTimeouts = { timeout: 4_000, maxNetworkRetries: 0 }; // milliseconds

/**
 * Asks Stripe what a token stands for: the card without its number, and what its fee depends on.
 *
 * @param country of the account: a card issued elsewhere is international
 * @throws Problem `payment_method_corrupted`: Stripe knows no such method of this account, or it is no card
 * @throws Problem `internal_error` 503: Stripe does not answer; nothing happened
 */
export async function readMethod(client: Stripe, token: string, country: string): Promise<ProviderMethod> {
  const found = await client.paymentMethods.retrieve(token, {}, methodTimeouts).catch((thrown: unknown) => {
    if (refusalOf(thrown)) throw corrupted();
    if (!isOfStripe(thrown)) throw thrown;
    throw new Problem('internal_error', 'The payment provider does not answer. Nothing happened; retry shortly.', {
      status: 503,
      retryAfterSeconds: 1,
      cause: new Error(`Stripe: ${thrown.type} ${thrown.statusCode ?? ''}`),
    });
  });
  if (!found.card) throw corrupted();
  const card = cardOfMethod(found.card);
  const isInternational = card.country !== null && card.country !== country;
  return { type: 'card', token, card, cardInfo: { brand: card.brand, isOnUs: false, isInternational } };
}

const corrupted = (): Problem =>
  new Problem('payment_method_corrupted', 'The token is not a payment method that can be used.', {
    param: 'paymentMethod.token',
  });
