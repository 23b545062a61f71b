import { tamaraCountries, type TamaraCountry } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import { z } from 'zod';
import type { CheckedCredentials } from '../port/connection.ts';
import { isOfCredentials, isRefusal, type JsonClient, ProviderUnanswered } from '../port/json-client.ts';

/**
 * Proves the API token by an order that cannot exist. The notification token cannot be proven: Tamara shows it on the
 * dashboard alone.
 *
 * @throws Problem `parameter_invalid`: not accepted; `internal_error` 503: no answer
 */
export async function checkAccount(
  client: JsonClient,
  credentials: Readonly<Record<string, string>>,
): Promise<CheckedCredentials> {
  const { country = '', ...secrets } = credentials;
  try {
    if (await refusesToken(client))
      throw new Problem(
        'parameter_invalid',
        'Tamara does not accept this API token. Copy it again from the Tamara partners portal, and note that sandbox and production have tokens of their own.',
        { param: 'credentials.apiToken' },
      );
  } catch (thrown) {
    if (thrown instanceof ProviderUnanswered)
      throw new Problem('internal_error', 'Tamara does not answer. Nothing was changed; try again shortly.', {
        status: 503,
        retryAfterSeconds: 1,
        cause: thrown,
      });
    throw thrown;
  }
  return {
    providerAccount: null,
    publicConfig: { country },
    secrets,
    offers: [{ type: 'tamara', currencies: [tamaraCountries[country as TamaraCountry]], integration: null }],
  };
}

/** Whether Tamara refuses the token, tried now: a single refusal may be a fault of Tamara's own, and ends no connection. */
export async function refusesToken(client: JsonClient): Promise<boolean> {
  try {
    await client.read({ method: 'GET', path: '/orders/00000000-0000-0000-0000-000000000000', answer: z.object({}) });
    return false;
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown; // a refusal of the order: the token was accepted
    return isOfCredentials(thrown);
  }
}
