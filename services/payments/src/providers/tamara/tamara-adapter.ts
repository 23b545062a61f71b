import { type TamaraCountry, TamaraCredentials } from '@mizan/contracts';
import { type Database, Problem } from '@mizan/service-kit';
import { invalidate } from '../connections/connection-store.ts';
import { createPageProvider } from '../page-provider/create-page-provider.ts';
import { tokenizePageMethod } from '../page-provider/tokenize-page-method.ts';
import type { ProviderAdapter } from '../port/adapter.ts';
import type { MethodCapability } from '../port/capabilities.ts';
import type { Connection } from '../port/connection.ts';
import { parseCredentials } from '../port/parse-credentials.ts';
import { readCallback } from './callbacks.ts';
import { checkAccount, refusesToken } from './check-account.ts';
import { readStatement } from './statement.ts';
import { tamaraApi } from './tamara-api.ts';
import { tamaraClient } from './tamara-client.ts';
import { databaseStore, tamaraName } from './tamara-store.ts';

export interface TamaraOptions {
  readonly db: Database;
  /** Of Tamara's API, without a slash at the end. */
  readonly tamaraUrl: string;
  /** Base of the platform. */
  readonly publicUrl: string;
}

const productionUrl = 'https://api.tamara.co';

/** Tamara, with the tokens that a connection has at that moment. */
export function createTamaraAdapter({ db, tamaraUrl, publicUrl }: TamaraOptions): ProviderAdapter {
  const clientOf = ({ apiToken = '' }: Readonly<Record<string, string>>) => tamaraClient({ url: tamaraUrl, apiToken });
  const addressOf = (kind: 'callbacks' | 'return', id: string): string =>
    `${publicUrl}/providers/${tamaraName}/${kind}/${id}`;
  return {
    name: tamaraName,
    capabilities: ({ methods }) => methods.flatMap(capabilityOf),
    connect: {
      parse: (credentials) => parseCredentials(TamaraCredentials, credentials),
      credentialsOf: ({ secrets, publicConfig: { country = '' } }) => ({ ...secrets, country }),
      accountCredential: 'apiToken',
      // Tokens look the same everywhere: the host decides whether money moves.
      isSandbox: () => tamaraUrl !== productionUrl,
      check: (credentials) => checkAccount(clientOf(credentials), credentials),
    },
    money: (connection: Connection) => {
      const client = clientOf(connection.secrets);
      return createPageProvider({
        api: tamaraApi({
          client,
          country: connection.publicConfig['country'] as TamaraCountry,
          callbackUrl: addressOf('callbacks', connection.id),
          returnUrl: addressOf('return', connection.id),
        }),
        store: databaseStore(db, connection),
        onCredentialsRefused: async (reason) => {
          if (await refusesToken(client)) await invalidate(db, connection, reason);
        },
      });
    },
    statement: {
      read: (connection, charge) =>
        readStatement({ client: clientOf(connection.secrets), store: databaseStore(db, connection) }, charge),
    },
    accepts: ({ token }) => token === undefined,
    tokenize: async (_connection, _reader, request) => {
      const { billingDetails } = request.paymentMethod;
      // Tamara refuses an order without them.
      for (const name of ['phone', 'email'] as const)
        if (!(billingDetails?.[name] ?? request[name]))
          throw new Problem('parameter_missing', `Tamara requires the ${name} of the buyer.`, {
            param: `paymentMethod.billingDetails.${name}`,
          });
      return { method: tokenizePageMethod('Tamara', request) };
    },
    cardEntry: () => null,
    callbacks: {
      headers: [],
      read: ({ secrets }, callback) => readCallback(secrets['notificationToken'] ?? '', callback),
      chargeOfReturn: ({ charge }) => (/^ch_[A-Za-z0-9_]+$/.test(charge ?? '') ? charge : undefined),
    },
  };
}

const capabilityOf = ({ type, currencies }: Connection['methods'][number]): MethodCapability[] =>
  type !== 'tamara'
    ? []
    : [
        {
          ...{ type, currencies, captures: 'single', capturesPart: true, holdDays: 20 },
          ...{ refunds: 'partial', refundWindowDays: null },
          ...{ offSession: false, manualConfirmation: false, callbacks: true, inquiry: true },
        },
      ];
