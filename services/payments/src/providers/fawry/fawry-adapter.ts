import { type Currency, FawryCredentials, isReturnedBy, type PaymentMethodType } from '@mizan/contracts';
import { type Database, Problem } from '@mizan/service-kit';
import { z } from 'zod';
import { invalidate } from '../connections/connection-store.ts';
import type { ProviderAdapter, TokenizeRequest } from '../port/adapter.ts';
import type { MethodCapability } from '../port/capabilities.ts';
import type { CheckedCredentials, Connection } from '../port/connection.ts';
import { parseCredentials } from '../port/parse-credentials.ts';
import type { ProviderMethod } from '../port/provider-method.ts';
import { readCallback } from './callbacks.ts';
import { egyptianNumberOf } from './egyptian-number.ts';
import { FawryClient } from './fawry-client.ts';
import { createFawryProvider } from './fawry-provider.ts';
import { databaseStore, fawryName } from './fawry-store.ts';
import { chargeOfReference } from './references.ts';
import { readStatement } from './statement.ts';
import { FawryUnanswered, isNotFound, isOfCredentials, isRefusal } from './read-error.ts';

export interface FawryOptions {
  readonly db: Database;
  /** Of Fawry's API, without a slash at the end. */
  readonly fawryUrl: string;
  /** Base of the platform. */
  readonly publicUrl: string;
}

const productionUrl = 'https://www.atfawry.com';
const wallets: readonly PaymentMethodType[] = ['vodafone_cash', 'etisalat_cash', 'orange_cash', 'we_pay'];
const currencies: readonly Currency[] = ['EGP'];

/** Fawry, with the credentials that a connection has at that moment. */
export function createFawryAdapter({ db, fawryUrl, publicUrl }: FawryOptions): ProviderAdapter {
  const clientOf = ({ merchantCode = '', secureKey = '' }: Readonly<Record<string, string>>): FawryClient =>
    new FawryClient({ url: fawryUrl, merchantCode, secureKey });
  const addressOf = (kind: 'callbacks' | 'return', id: string): string =>
    `${publicUrl}/providers/${fawryName}/${kind}/${id}`;
  return {
    name: fawryName,
    capabilities: ({ methods }) => methods.flatMap(capabilityOf),
    connect: {
      parse: (credentials) => parseCredentials(FawryCredentials, credentials),
      credentialsOf: ({ secrets }) => secrets,
      // Credentials look the same everywhere: the host decides whether money moves.
      isSandbox: () => fawryUrl !== productionUrl,
      check: (credentials) => checkAccount(clientOf(credentials), credentials),
    },
    money: (connection: Connection) => {
      const client = clientOf(connection.secrets);
      return createFawryProvider({
        client,
        store: databaseStore(db, connection),
        callbackUrl: addressOf('callbacks', connection.id),
        returnUrl: addressOf('return', connection.id),
        onCredentialsRefused: async (reason) => {
          if (await refusesCredentials(client)) await invalidate(db, connection, reason);
        },
      });
    },
    statement: {
      read: (connection, charge) =>
        readStatement({ client: clientOf(connection.secrets), store: databaseStore(db, connection) }, charge),
    },
    accepts: ({ token }) => token === undefined,
    tokenize: async (_connection, _reader, request) => ({ method: readMethod(request) }),
    cardEntry: () => null,
    callbacks: {
      headers: [],
      read: (connection, callback) =>
        readCallback(
          (reference) => chargeOfReference(db, connection, reference),
          connection.secrets['secureKey'] ?? '',
          callback,
        ),
      chargeOfReturn: ({ charge }) => (/^ch_[A-Za-z0-9_]+$/.test(charge ?? '') ? charge : undefined),
    },
  };
}

/** Whether Fawry returns cash that was paid at an outlet is not documented: the platform returns it another way. */
const capabilityOf = ({ type, currencies: settled }: Connection['methods'][number]): MethodCapability[] =>
  type !== 'fawry' && !wallets.includes(type)
    ? []
    : [
        {
          ...{ type, currencies: settled, captures: 'none', capturesPart: false, holdDays: null },
          refunds: isReturnedBy(fawryName, type) ? 'partial' : 'none',
          ...{ refundWindowDays: null, offSession: false, manualConfirmation: false, callbacks: true, inquiry: true },
        },
      ];

/**
 * Proves credentials by querying an order that cannot exist. Which methods an account has cannot be queried.
 *
 * @throws Problem `parameter_invalid`: not accepted; `internal_error` 503: no answer
 */
async function checkAccount(
  client: FawryClient,
  credentials: Readonly<Record<string, string>>,
): Promise<CheckedCredentials> {
  const { merchantCode } = client.access;
  try {
    await queryNoOrder(client);
  } catch (thrown) {
    if (thrown instanceof FawryUnanswered)
      throw new Problem('internal_error', 'Fawry does not answer. Nothing was changed; try again shortly.', {
        status: 503,
        retryAfterSeconds: 1,
        cause: thrown,
      });
    if (!isRefusal(thrown)) throw thrown;
    if (isOfCredentials(thrown))
      throw thrown.code === 9901
        ? refuse('merchantCode', 'Fawry does not know this merchant code.')
        : refuse('secureKey', 'This is not the secure key of the account that the merchant code belongs to.');
    if (!isNotFound(thrown)) throw refuse('merchantCode', `Fawry refuses: ${thrown.message}`);
  }
  return {
    providerAccount: merchantCode,
    publicConfig: {},
    secrets: credentials,
    offers: (['fawry', ...wallets] as const).map((type) => ({ type, currencies: [...currencies], integration: null })),
  };
}

/** Queries an order that cannot exist. @throws FawryRefusal, FawryUnanswered */
async function queryNoOrder(client: FawryClient): Promise<void> {
  const { merchantCode } = client.access;
  const reference = '0';
  const signature = client.sign(merchantCode, reference);
  const query = new URLSearchParams({ merchantCode, merchantRefNumber: reference, signature });
  await client.send({
    path: `/ECommerceWeb/Fawry/payments/status/v2?${query}`,
    answer: z.object({ fawryRefNumber: z.unknown() }),
  });
}

/** Whether Fawry refuses the credentials, tried now: a single refusal may be a fault of Fawry's own, and ends no connection. */
async function refusesCredentials(client: FawryClient): Promise<boolean> {
  try {
    await queryNoOrder(client);
    return false;
  } catch (thrown) {
    return isOfCredentials(thrown);
  }
}

const refuse = (credential: string, message: string): Problem =>
  new Problem('parameter_invalid', message, { param: `credentials.${credential}` });

/** The method of a request. @throws Problem `payment_method_mismatch`: a token, which Fawry makes no use of */
function readMethod({ paymentMethod, phone }: Pick<TokenizeRequest, 'paymentMethod' | 'phone'>): ProviderMethod {
  const { type, token } = paymentMethod;
  if (type === undefined || token !== undefined)
    throw new Problem('payment_method_mismatch', 'Payments through Fawry take no tokens and no methods of test mode.', {
      param: `paymentMethod.${type === undefined ? 'id' : 'token'}`,
    });
  const wallet = { provider: type, phone: paymentMethod.phone ?? phone };
  if (egyptianNumberOf(wallet.phone ?? '') === undefined)
    throw new Problem('parameter_missing', 'Fawry requires an Egyptian mobile number of the buyer.', {
      param: 'paymentMethod.phone',
    });
  return { type, token: type, card: null, cardInfo: null, wallet };
}
