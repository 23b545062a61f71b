import { TabbyCredentials, type TabbyCountry } from '@mizan/contracts';
import type { Database } from '@mizan/service-kit';
import { invalidate } from '../connections/connection-store.ts';
import { createPageProvider } from '../page-provider/create-page-provider.ts';
import { tokenizePageMethod } from '../page-provider/tokenize-page-method.ts';
import type { ProviderAdapter } from '../port/adapter.ts';
import type { MethodCapability } from '../port/capabilities.ts';
import type { Connection } from '../port/connection.ts';
import type { JsonClient } from '../port/json-client.ts';
import { parseCredentials } from '../port/parse-credentials.ts';
import { callbackHeader, readCallback } from './callbacks.ts';
import { checkAccount, refusesKey, registerWebhook } from './check-account.ts';
import { listStatement, readStatement } from './statement.ts';
import { tabbyApi } from './tabby-api.ts';
import { tabbyClient } from './tabby-client.ts';
import { databaseStore, tabbyName } from './tabby-store.ts';

export interface TabbyOptions {
  readonly db: Database;
  /** Of Tabby's API, by the country of the account; without a slash at the end. */
  readonly tabbyUrls: Readonly<Record<TabbyCountry, string>>;
  /** Base of the platform. */
  readonly publicUrl: string;
}

/** Tabby, with the key that a connection has at that moment. */
export function createTabbyAdapter({ db, tabbyUrls, publicUrl }: TabbyOptions): ProviderAdapter {
  const clientOf = (secretKey: string | undefined, country: string | undefined): JsonClient =>
    tabbyClient({ url: tabbyUrls[country as TabbyCountry], secretKey: secretKey ?? '' });
  const clientOfConnection = ({ secrets, publicConfig }: Connection): JsonClient =>
    clientOf(secrets['secretKey'], publicConfig['country']);
  const addressOf = (kind: 'callbacks' | 'return', id: string): string =>
    `${publicUrl}/providers/${tabbyName}/${kind}/${id}`;
  return {
    name: tabbyName,
    capabilities: ({ methods }) => methods.flatMap(capabilityOf),
    connect: {
      parse: (credentials) => parseCredentials(TabbyCredentials, credentials),
      credentialsOf: ({ secrets, publicConfig: { merchantCode = '', country = '' } }) => ({
        ...secrets,
        merchantCode,
        country,
      }),
      isSandbox: ({ secretKey = '' }) => secretKey.startsWith('sk_test_'),
      check: (credentials) => checkAccount(clientOf(credentials['secretKey'], credentials['country']), credentials),
      setCallbacks: ({ secretKey = '', merchantCode = '', country }, _checked, callbackUrl) =>
        registerWebhook(clientOf(secretKey, country), { secretKey, merchantCode, callbackUrl }),
    },
    money: (connection: Connection) => {
      const { merchantCode = '' } = connection.publicConfig;
      const client = clientOfConnection(connection);
      return createPageProvider({
        api: tabbyApi({ client, merchantCode, returnUrl: addressOf('return', connection.id) }),
        store: databaseStore(db, connection),
        onCredentialsRefused: async (reason) => {
          if (await refusesKey(client)) await invalidate(db, connection, reason);
        },
      });
    },
    statement: {
      list: (connection, period) => listStatement({ client: clientOfConnection(connection) }, period),
      read: (connection, charge) =>
        readStatement({ client: clientOfConnection(connection), store: databaseStore(db, connection) }, charge),
    },
    accepts: ({ token }) => token === undefined,
    tokenize: async (_connection, _reader, request) => ({ method: tokenizePageMethod('Tabby', request) }),
    cardEntry: () => null,
    callbacks: {
      headers: [callbackHeader],
      read: async (connection, callback) =>
        readCallback(connection, addressOf('callbacks', connection.recordsOf ?? connection.id), callback),
      chargeOfReturn: ({ charge }) => (/^ch_[A-Za-z0-9_]+$/.test(charge ?? '') ? charge : undefined),
    },
  };
}

const capabilityOf = ({ type, currencies }: Connection['methods'][number]): MethodCapability[] =>
  type !== 'tabby'
    ? []
    : [
        {
          ...{ type, currencies, captures: 'multiple', capturesPart: true, holdDays: 20 },
          ...{ refunds: 'partial', refundWindowDays: 180 },
          ...{ offSession: false, manualConfirmation: false, callbacks: true, inquiry: true },
        },
      ];
