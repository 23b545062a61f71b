import { modeOfKey, paymobCountries, paymobCountryOf } from '@mizan/contracts';
import { log, Problem } from '@mizan/service-kit';
import { z } from 'zod';
import type { CheckedCredentials } from '../port/connection.ts';
import { failedAfterAcceptance } from '../port/failed-after-acceptance.ts';
import { usableIntegrations } from './integrations.ts';
import type { PaymobClient } from './paymob-client.ts';
import { Integration } from './paymob-objects.ts';
import { isOfCredentials, isOfPaymob, isRefusal, PaymobUnanswered, unanswered } from './read-error.ts';

const Integrations = z.object({ results: z.array(z.unknown()) });
const HmacSecret = z.object({ hmac_secret: z.string() });

const listPath =
  '/api/ecommerce/integrations?is_plugin=true&is_next=yes&page_size=500&is_deprecated=false&is_standalone=false';

/** Where the merchant finds each credential. */
const settings = 'Copy it again from Settings, Account info, on the Paymob dashboard';

/**
 * Proves credentials at Paymob without moving money: the API key and the HMAC secret by what they open, the secret key by
 * an intention that lacks everything.
 *
 * @throws Problem `parameter_invalid` with the credential that is wrong; `internal_error` 503: Paymob does not answer;
 *   `creation_failed`: it fails after it accepted them all
 */
export async function checkAccount(
  client: PaymobClient,
  credentials: Readonly<Record<string, string>>,
): Promise<CheckedCredentials> {
  const { publicKey = '', ...secrets } = credentials;
  const country = paymobCountryOf(publicKey);
  const currency = paymobCountries[country];
  try {
    const profileId = await checkApiKey(client);
    await checkHmacSecret(client, secrets['hmacSecret']);
    await checkSecretKey(client);
    const isLive = modeOfKey(publicKey) === 'live';
    const integrations = await findIntegrations(client, { isLive, currency }).catch(failed);
    const { offers, authId, motoId } = usableIntegrations(integrations, currency);
    if (offers.length === 0) throw refuse('apiKey', 'This account has no integration that can be used.');
    return {
      providerAccount: profileId === undefined ? null : String(profileId),
      publicConfig: {
        publicKey,
        country,
        ...(authId !== undefined && { authIntegration: String(authId) }),
        ...(motoId !== undefined && { motoIntegration: String(motoId) }),
      },
      secrets,
      offers,
    };
  } catch (thrown) {
    if (thrown instanceof PaymobUnanswered) throw unanswered(thrown);
    if (isRefusal(thrown)) throw refuse('apiKey', `Paymob refuses to describe this account: ${thrown.message}`);
    throw thrown;
  }
}

/** Rethrows what follows the acceptance of all credentials: they are right, and nothing is connected. */
function failed(thrown: unknown): never {
  throw thrown instanceof PaymobUnanswered ? failedAfterAcceptance('Paymob', thrown) : thrown;
}

async function checkApiKey(client: PaymobClient): Promise<number | undefined> {
  try {
    return (await client.authenticate()).profileId;
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    throw refuse('apiKey', `Paymob does not accept this API key. ${settings} of the country that the other keys name.`);
  }
}

async function checkHmacSecret(client: PaymobClient, hmacSecret: string | undefined): Promise<void> {
  const found = await client.read({ method: 'GET', path: '/api/auth/hmac_secret/get_hmac', answer: HmacSecret });
  if (found.hmac_secret !== hmacSecret)
    throw refuse('hmacSecret', `This is not the HMAC secret of the account that the API key belongs to. ${settings}.`);
}

async function checkSecretKey(client: PaymobClient): Promise<void> {
  try {
    await client.send({ method: 'POST', path: '/v1/intention/', body: {}, answer: z.object({ id: z.string() }) });
  } catch (thrown) {
    if (isOfCredentials(thrown)) throw refuse('secretKey', `Paymob does not accept this secret key. ${settings}.`);
    if (!isRefusal(thrown)) throw thrown; // a refusal of the fields: the key was accepted
  }
}

/** Whether Paymob refuses the keys, tried now: a single refusal may be a fault of Paymob's own, and ends no connection. */
export async function refusesKeys(client: PaymobClient): Promise<boolean> {
  try {
    await client.authenticate();
    await checkSecretKey(client);
    return false;
  } catch (thrown) {
    return thrown instanceof Problem || isOfCredentials(thrown);
  }
}

/** The account's integrations in the mode and the currency of its keys. */
async function findIntegrations(
  client: PaymobClient,
  { isLive, currency }: { readonly isLive: boolean; readonly currency: string },
): Promise<Integration[]> {
  const { results } = await client.read({ method: 'GET', path: listPath, answer: Integrations });
  const all = results.flatMap((each) => Integration.safeParse(each).data ?? []);
  const ofMode = all.filter((each) => each.is_live === isLive);
  const mode = isLive ? 'live' : 'test';
  if (ofMode.length === 0)
    throw refuse(
      'apiKey',
      `The account of this API key has no ${mode} integration, and the secret key is of ${mode} mode. Activate one on the Paymob dashboard under Developers, Payment integrations.`,
    );
  const ofCurrency = ofMode.filter((each) => each.currency === currency);
  if (ofCurrency.length === 0)
    throw refuse(
      'apiKey',
      `The account of this API key settles ${ofMode[0]?.currency}, and the secret key is of an account that settles ${currency}. Send keys of one account.`,
    );
  return ofCurrency;
}

/** Kiosks and instalments follow the addresses of their integration alone. Where Paymob refuses, the merchant sets them. */
export async function setAddresses(
  client: PaymobClient,
  { offers, publicConfig: { authIntegration } }: Pick<CheckedCredentials, 'offers' | 'publicConfig'>,
  { callbackUrl, returnUrl }: { readonly callbackUrl: string; readonly returnUrl: string },
): Promise<void> {
  const ids = new Set([...offers.map(({ integration }) => integration), authIntegration ?? null]);
  const body = { transaction_processed_callback: callbackUrl, transaction_response_callback: returnUrl };
  const set = async (id: string): Promise<void> => {
    try {
      await client.read({ method: 'PUT', path: `/api/ecommerce/integrations/${id}`, body, answer: z.object({}) });
    } catch (thrown) {
      if (!isOfPaymob(thrown)) throw thrown;
      log.warn({ event: 'paymob.callbacks_not_set', integration: id, err: thrown });
    }
  };
  await Promise.all([...ids].filter((id) => id !== null).map(set));
}

const refuse = (credential: string, message: string): Problem =>
  new Problem('parameter_invalid', message, { param: `credentials.${credential}` });
