import { Problem } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import { isOfStripe } from './read-error.ts';

/** An operator waits for it, with nothing begun. */
const patience = { timeout: 4_000, maxNetworkRetries: 0 }; // milliseconds

/**
 * Asks Stripe whose account a secret key opens.
 *
 * @returns its id at Stripe, `acct_…`
 * @throws Problem `parameter_invalid`: Stripe does not accept the key, or the key may not read its account
 * @throws Problem `internal_error` 503: Stripe does not answer; nothing happened
 */
export async function readAccountId(client: Stripe): Promise<string> {
  const found = await client.accounts.retrieveCurrent({}, patience).catch((thrown: unknown) => {
    if (!isOfStripe(thrown)) throw thrown;
    const refusal = refusals[thrown.type];
    if (refusal) throw new Problem('parameter_invalid', refusal, { param: 'secretKey' });
    throw new Problem('internal_error', 'Stripe does not answer. Nothing happened; retry shortly.', {
      status: 503,
      retryAfterSeconds: 1,
      cause: new Error(`Stripe: ${thrown.type} ${thrown.statusCode ?? ''}`),
    });
  });
  return found.id;
}

const refusals: Readonly<Record<string, string>> = {
  StripeAuthenticationError: 'Stripe does not accept this key.',
  StripePermissionError: 'This restricted key may not read its account: allow it to at Stripe.',
};
