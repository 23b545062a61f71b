import { modeOfKey, PaymobCredentials, type PaymobCountry, paymobCountryOf } from '@mizan/contracts';
import type { Database } from '@mizan/service-kit';
import { invalidate } from '../connections/connection-store.ts';
import type { ProviderAdapter } from '../port/adapter.ts';
import type { Connection } from '../port/connection.ts';
import { parseCredentials } from '../port/parse-credentials.ts';
import { readCallback } from './callbacks.ts';
import { checkAccount, refusesKeys, setAddresses } from './check-account.ts';
import { capabilitiesOf } from './integrations.ts';
import { takenBack } from './chargebacks.ts';
import { PaymobClient, PaymobTokens } from './paymob-client.ts';
import { createPaymobProvider } from './paymob-provider.ts';
import { databaseStore, type PaymobContext, paymobName } from './paymob-store.ts';
import { pixelField } from './pixel-field.ts';
import { paymobProbes } from './probes.ts';
import { readMethod } from './read-method.ts';
import { readStatement } from './statement.ts';
import { chargeOfReference } from '../port/references.ts';

export interface PaymobOptions {
  readonly db: Database;
  /** Of Paymob's API, by the country of the account; without a slash at the end. */
  readonly paymobUrls: Readonly<Record<PaymobCountry, string>>;
  /** Of the script that draws Paymob's field for cards; null: buyers enter them on Paymob's page. */
  readonly pixelUrl: string | null;
  /** Base of the platform. */
  readonly publicUrl: string;
}

/** Paymob, with the keys that a connection has at that moment. */
export function createPaymobAdapter({ db, paymobUrls, pixelUrl, publicUrl }: PaymobOptions): ProviderAdapter {
  const tokens = new PaymobTokens();
  const clientOf = ({ apiKey = '', secretKey = '' }: Readonly<Record<string, string>>): PaymobClient =>
    new PaymobClient({ url: paymobUrls[paymobCountryOf(secretKey)], apiKey, secretKey }, tokens);
  const addressOf = (kind: 'callbacks' | 'return' | 'field', id: string): string =>
    `${publicUrl}/providers/${paymobName}/${kind}/${id}`;
  const contextOf = (connection: Connection, client = clientOf(connection.secrets)): PaymobContext => ({
    client,
    store: databaseStore(db, connection),
    publicKey: connection.publicConfig['publicKey'] ?? '',
    integrationOf: (request) => integrationOf(connection, request),
    callbackUrl: addressOf('callbacks', connection.id),
    returnUrl: addressOf('return', connection.id),
    fieldUrl: pixelUrl === null ? null : addressOf('field', connection.id),
    onCredentialsRefused: async (reason) => {
      if (await refusesKeys(client)) await invalidate(db, connection, reason);
    },
  });
  return {
    name: paymobName,
    capabilities: ({ methods, publicConfig }) => capabilitiesOf(methods, publicConfig['authIntegration'] !== undefined),
    connect: {
      parse: (credentials) => parseCredentials(PaymobCredentials, credentials),
      credentialsOf: ({ secrets, publicConfig: { publicKey = '' } }) => ({ ...secrets, publicKey }),
      isSandbox: ({ secretKey = '' }) => modeOfKey(secretKey) === 'test',
      check: (credentials) => checkAccount(clientOf(credentials), credentials),
      setCallbacks: (credentials, checked, callbackUrl) =>
        setAddresses(clientOf(credentials), checked, { callbackUrl, returnUrl: returnUrlOf(callbackUrl) }),
    },
    money: (connection) => createPaymobProvider(contextOf(connection)),
    statement: { read: (connection, charge) => readStatement(contextOf(connection), charge) },
    probes: ({ secrets, methods, publicConfig }) =>
      paymobProbes({ client: clientOf(secrets), country: paymobCountryOf(publicConfig['publicKey'] ?? ''), methods }),
    accepts: ({ token }) => token === undefined,
    tokenize: async (_connection, _reader, request) => ({ method: readMethod(request) }),
    cardEntry: () => null,
    field: ({ id, publicConfig }) =>
      pixelUrl === null ? null : pixelField({ pixelUrl, publicConfig, returnUrl: addressOf('return', id) }),
    chargebacks: {
      types: ['card', 'apple_pay'],
      takenBack: ({ secrets }, id) => takenBack({ client: clientOf(secrets) }, id),
    },
    callbacks: {
      headers: [],
      read: (connection, callback) =>
        readCallback(databaseStore(db, connection), connection.secrets['hmacSecret'] ?? '', callback),
      chargeOfReturn: (query) => chargeOfReference(query['merchant_order_id']),
    },
  };
}

/** Where Paymob sends buyers, next to where it sends callbacks. */
const returnUrlOf = (callbackUrl: string): string => callbackUrl.replace(/\/callbacks\/([^/]+)$/, '/return/$1');

/** The integration for a payment: one of its own holds the amounts of cards. */
function integrationOf(
  { methods, publicConfig }: Pick<Connection, 'methods' | 'publicConfig'>,
  { captureMethod, method: { type } }: Parameters<PaymobContext['integrationOf']>[0],
): number | undefined {
  const automatic = methods.find((each) => each.type === type)?.integration;
  const id = captureMethod === 'automatic' ? automatic : type === 'card' ? publicConfig['authIntegration'] : undefined;
  return id === undefined || id === null ? undefined : Number(id);
}
