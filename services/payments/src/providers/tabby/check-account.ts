import { type TabbyCountry, tabbyCountries } from '@mizan/contracts';
import { log, Problem } from '@mizan/service-kit';
import { z } from 'zod';
import type { CheckedCredentials } from '../port/connection.ts';
import { isOfCredentials, isOfProvider, isRefusal, type JsonClient, ProviderUnanswered } from '../port/json-client.ts';
import { callbackHeader, callbackKeyOf } from './callbacks.ts';
import { Webhooks } from './tabby-objects.ts';

const webhooksPath = '/api/v1/webhooks';
const anything = z.unknown();

/**
 * Proves credentials without moving money: the secret key by a list of payments, the merchant code by the list of its webhooks.
 *
 * @throws Problem `parameter_invalid` with the credential that is wrong; `internal_error` 503: Tabby does not answer
 */
export async function checkAccount(
  client: JsonClient,
  credentials: Readonly<Record<string, string>>,
): Promise<CheckedCredentials> {
  const { secretKey = '', merchantCode = '', country = '' } = credentials;
  try {
    await checkSecretKey(client);
    await checkMerchantCode(client, merchantCode);
  } catch (thrown) {
    if (thrown instanceof ProviderUnanswered)
      throw new Problem('internal_error', 'Tabby does not answer. Nothing was changed; try again shortly.', {
        status: 503,
        retryAfterSeconds: 1,
        cause: thrown,
      });
    throw thrown;
  }
  return {
    providerAccount: merchantCode,
    publicConfig: { merchantCode, country },
    secrets: { secretKey },
    offers: [{ type: 'tabby', currencies: [tabbyCountries[country as TabbyCountry]], integration: null }],
  };
}

async function checkSecretKey(client: JsonClient): Promise<void> {
  try {
    await client.read({ method: 'GET', path: '/api/v2/payments?limit=1', answer: anything });
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    throw refuse(
      'secretKey',
      'Tabby does not accept this secret key. Copy it again from the Tabby merchant dashboard of the country that you named.',
    );
  }
}

/** Whether Tabby refuses the secret key, tried now: a single refusal may be a fault of Tabby's own, and ends no connection. */
export async function refusesKey(client: JsonClient): Promise<boolean> {
  try {
    await client.read({ method: 'GET', path: '/api/v2/payments?limit=1', answer: anything });
    return false;
  } catch (thrown) {
    return isOfCredentials(thrown);
  }
}

const listWebhooks = (client: JsonClient, merchantCode: string): Promise<z.infer<typeof Webhooks>> =>
  client.read({ method: 'GET', path: webhooksPath, headers: { 'x-merchant-code': merchantCode }, answer: Webhooks });

async function checkMerchantCode(client: JsonClient, merchantCode: string): Promise<void> {
  try {
    await listWebhooks(client, merchantCode);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    throw refuse('merchantCode', `Tabby does not know this merchant code for the secret key: ${thrown.message}`);
  }
}

interface Registration {
  readonly secretKey: string;
  readonly merchantCode: string;
  readonly callbackUrl: string;
}

/**
 * Registers where Tabby sends notifications. Without them outcomes are found by queries alone, so a refusal ends nothing. Tabby takes
 * four addresses.
 */
export async function registerWebhook(
  client: JsonClient,
  { secretKey, merchantCode, callbackUrl }: Registration,
): Promise<void> {
  try {
    const known = (await listWebhooks(client, merchantCode)).find(({ url }) => url === callbackUrl);
    await client.send({
      method: known ? 'PUT' : 'POST',
      path: known ? `${webhooksPath}/${encodeURIComponent(known.id)}` : webhooksPath,
      headers: { 'x-merchant-code': merchantCode },
      body: { url: callbackUrl, header: { title: callbackHeader, value: callbackKeyOf(secretKey, callbackUrl) } },
      answer: anything,
    });
  } catch (thrown) {
    if (!isOfProvider(thrown)) throw thrown;
    log.warn({ event: 'tabby.callbacks_not_set', err: thrown });
  }
}

const refuse = (credential: string, message: string): Problem =>
  new Problem('parameter_invalid', message, { param: `credentials.${credential}` });
