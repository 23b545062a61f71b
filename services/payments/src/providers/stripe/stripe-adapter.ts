import {
  type Currency,
  type PageCardEntry,
  type PaymentMethodType,
  modeOfKey,
  StripeCredentials,
} from '@mizan/contracts';
import type { Database } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import { invalidate } from '../connections/connection-store.ts';
import type { ProviderAdapter, ProviderNotice, SignedCallback } from '../port/adapter.ts';
import type { MethodCapability } from '../port/capabilities.ts';
import type { Connection } from '../port/connection.ts';
import { parseCredentials } from '../port/parse-credentials.ts';
import { recordsOf } from '../port/record-store.ts';
import { closeAtStripe, disputeEvents, readAtStripe, submitAtStripe } from './disputes.ts';
import { activeWallets, listDomains, registerDomain } from './domains.ts';
import {
  isOfKey,
  isOfStripe,
  keyRefusal,
  lackingPermission,
  missingPermissionOf,
  refusedKey,
  unanswered,
} from './read-error.ts';
import { isStripeToken, readMethod, stripeTokenOf } from './read-method.ts';
import { assertPermissions, readAccountId, refusesKey, StripeClients } from './stripe-client.ts';
import { listStatement, readStatement } from './statement.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { databaseStore, metadataNames, stripeName } from './stripe-store.ts';

export interface StripeOptions {
  readonly db: Database;
  /** Of Stripe's API. */
  readonly apiUrl: string;
  /** Of Stripe's script for pages. */
  readonly scriptUrl: string;
  /** Base of the platform. */
  readonly publicUrl: string;
}

const signatureHeader = 'stripe-signature';

/** Stripe, with the keys that a connection has at that moment. */
export function createStripeAdapter({ db, apiUrl, scriptUrl, publicUrl }: StripeOptions): ProviderAdapter {
  const clients = new StripeClients(apiUrl);
  const pageHost = new URL(publicUrl).hostname;
  const clientOf = ({ secrets: { secretKey } }: Connection): Promise<Stripe> => clients.of(secretKeyOf(secretKey));
  /** Whether Stripe refuses the key once more: then the connection takes no new payments. */
  const reportRefusedKey = async (connection: Connection): Promise<boolean> => {
    const isRefused = await refusesKey(await clientOf(connection));
    if (isRefused) await invalidate(db, connection, keyRefusal);
    return isRefused;
  };
  /** Calls Stripe about anything but money. @throws Problem `internal_error` 503: the key is refused, which is reported, or lacks a permission */
  const callStripe = async <Answer>(
    connection: Connection,
    call: (client: Stripe) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await call(await clientOf(connection));
    } catch (thrown) {
      const permission = missingPermissionOf(thrown);
      if (permission !== undefined) throw lackingPermission(permission);
      if (!isOfStripe(thrown) || !isOfKey(thrown)) throw thrown;
      throw (await reportRefusedKey(connection)) ? refusedKey(thrown) : unanswered(thrown, 'The payment provider');
    }
  };
  return {
    name: stripeName,
    capabilities: ({ methods }) =>
      methods.flatMap(({ type, currencies }) => {
        const capability = capabilities[type];
        return capability ? [{ ...capability, type, currencies }] : [];
      }),
    connect: {
      parse: (credentials) => parseCredentials(StripeCredentials, credentials),
      credentialsOf: ({ secrets, publicConfig: { publishableKey = '' } }) => ({ ...secrets, publishableKey }),
      accountCredential: 'secretKey',
      isSandbox: ({ secretKey = '' }) => modeOfKey(secretKey) === 'test',
      check: async ({ publishableKey = '', ...secrets }) => {
        const client = await clients.of(secretKeyOf(secrets['secretKey']));
        const providerAccount = await readAccountId(client);
        const types = ['card', ...(await activeWallets(client, pageHost))] as const;
        const offers = types.map((type) => ({ type, currencies: [...stripeCurrencies], integration: null }));
        return { providerAccount, publicConfig: { publishableKey }, secrets, offers };
      },
      assertPermitted: async ({ secretKey }) => assertPermissions(await clients.of(secretKeyOf(secretKey))),
    },
    money: (connection) =>
      createStripeProvider(async () => ({
        client: await clientOf(connection),
        store: recordsOf(databaseStore(db, connection.scope), connection),
        returnUrlOf: (chargeId) =>
          `${publicUrl}/providers/${stripeName}/return/${connection.id}?${returnName}=${chargeId}`,
        onKeyRefused: () => reportRefusedKey(connection),
      })),
    statement: {
      list: (connection, period) => callStripe(connection, (client) => listStatement({ client }, period)),
      read: (connection, charge) => {
        const store = recordsOf(databaseStore(db, connection.scope), connection);
        return callStripe(connection, (client) => readStatement({ client, store }, charge));
      },
    },
    disputes: {
      read: (connection, id) => callStripe(connection, (client) => readAtStripe(client, id)),
      submit: (connection, dispute) => callStripe(connection, (client) => submitAtStripe(client, dispute)),
      accept: (connection, id) => callStripe(connection, (client) => closeAtStripe(client, id)),
    },
    accepts: ({ token }) => token !== undefined && isStripeToken(token),
    tokenize: async (connection, { now }, { paymentMethod, country }) => {
      const token = stripeTokenOf(paymentMethod);
      const { type = 'card' } = paymentMethod;
      return { method: await callStripe(connection, (client) => readMethod(client, { token, type, country, now })) };
    },
    cardEntry: ({ publicConfig: { publishableKey = '' } }) => cardEntryWith(publishableKey, scriptUrl),
    domains: {
      list: (connection) => callStripe(connection, listDomains),
      register: (connection, domain) => callStripe(connection, (client) => registerDomain(client, domain)),
    },
    callbacks: {
      headers: [signatureHeader],
      read: async (connection, callback) => noticeOf(await readEvent(await clientOf(connection), connection, callback)),
      chargeOfReturn: (query) => query[returnName],
    },
  };
}

/** What names the charge in the address that Stripe sends its buyer back to. */
const returnName = 'charge';

function secretKeyOf(secretKey: string | undefined): string {
  if (secretKey === undefined) throw new Error('bug: a connection to Stripe has no secret key');
  return secretKey;
}

/** An event of Stripe; undefined when its signature is wrong or old. A body that is signed is always JSON. */
async function readEvent(
  { webhooks }: Stripe,
  { secrets: { callbackSecret } }: Connection,
  { body, headers }: SignedCallback,
): Promise<Stripe.Event | undefined> {
  const signature = headers[signatureHeader];
  if (signature === undefined || callbackSecret === undefined) return undefined;
  try {
    return webhooks.constructEvent(body, signature, callbackSecret);
  } catch {
    return undefined;
  }
}

/** Currencies of ours that Stripe charges cards in; not LYD. See docs.stripe.com/currencies. */
const stripeCurrencies: readonly Currency[] = [
  'EGP',
  'USD',
  'EUR',
  'GBP',
  'SAR',
  'AED',
  'QAR',
  'AUD',
  'CAD',
  'CNY',
  'KWD',
  'JOD',
  'OMR',
  'BHD',
];

const card = {
  captures: 'multiple',
  capturesPart: true,
  holdDays: 7,
  refunds: 'partial',
  refundWindowDays: null,
  offSession: false,
  manualConfirmation: true,
  callbacks: true,
  inquiry: true,
} as const satisfies Omit<MethodCapability, 'type' | 'currencies'>;

const capabilities: Readonly<Partial<Record<PaymentMethodType, typeof card>>> = {
  card,
  apple_pay: card,
  google_pay: card,
};

/**
 * Stripe's hosted card field, and what its script needs of the page around it: what Stripe's integration security guide
 * lists under «Content security policy» for Stripe.js. Its frames have frames of their own, which the page does not see.
 */
function cardEntryWith(publishableKey: string, scriptUrl: string): PageCardEntry {
  const own = new URL(scriptUrl).origin;
  const hosts = [...new Set([own, 'https://js.stripe.com', 'https://*.js.stripe.com'])];
  return {
    cardEntry: { provider: stripeName, publishableKey, scriptUrl },
    allows: {
      scripts: hosts,
      frames: [...hosts, 'https://hooks.stripe.com'],
      connections: ['https://api.stripe.com'],
    },
  };
}

const successEvent = 'payment_intent.succeeded';
const holdEvent = 'payment_intent.amount_capturable_updated';
/** Events of a payment that has brought money, or holds it. */
const moneyEvents: readonly string[] = [successEvent, holdEvent];
/**
 * Events of a payment that has an outcome. Not `payment_intent.created`: the confirmation is still on its way then, and a
 * query at that moment would find a payment that is not confirmed, and cancel it.
 */
const outcomeEvents = [successEvent, holdEvent, 'payment_intent.payment_failed', 'payment_intent.canceled'];

const paidEvents = [...moneyEvents, 'charge.captured'];

/** Events of an authorized payment that was captured or released: by us, or by the merchant at Stripe itself. */
const holdEvents = [successEvent, 'payment_intent.canceled', 'charge.captured', 'charge.expired'];
const refundEvents = ['refund.updated', 'refund.failed', 'charge.refund.updated'];

/**
 * What of ours an event of Stripe is about. A charge takes the metadata of its PaymentIntent, so that events of both lead
 * to the same charge; objects without our metadata belong to another integration at the same Stripe account.
 */
export function noticeOf(event: Stripe.Event | undefined): ProviderNotice | undefined {
  if (!event) return undefined;
  const { type, data } = event;
  const { id = '', metadata } = data.object as { id?: string; metadata?: Stripe.Metadata | null };
  const chargeId = metadata?.[metadataNames.charge];
  const changesHold = holdEvents.includes(type);
  const isAboutCharge = outcomeEvents.includes(type) || changesHold;
  return {
    charge:
      isAboutCharge && chargeId !== undefined
        ? { id: chargeId, bringsMoney: moneyEvents.includes(type), changesHold }
        : null,
    refundId: refundEvents.includes(type) ? (metadata?.[metadataNames.refund] ?? null) : null,
    ...(disputeEvents.includes(type) && { disputeId: id }),
    ...(chargeId !== undefined && paidEvents.includes(type) && { paidReference: id }),
  };
}
