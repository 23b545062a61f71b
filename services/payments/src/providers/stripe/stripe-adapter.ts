import type { PageCardEntry } from '@mizan/contracts';
import { type Database, log, Problem, type Scope, type ServiceSecrets } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { ProviderAdapter, ProviderConnect, ProviderNotice } from '../port/adapter.ts';
import { findConnection, holdConnection, openConnection, pinStripeAccount } from './connection.ts';
import { readMethod, stripeTokenOf } from './read-method.ts';
import { type OpenClient, readAccountId, StripeClients } from './stripe-client.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { databaseStore, metadataNames, stripeName } from './stripe-store.ts';

/** How long Stripe is not queried again for the account of a connection: far longer than such a query takes. */
const accountCheckIntervalMs = 60_000;

export interface StripeOptions {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
  /** Of Stripe's API. */
  readonly apiUrl: string;
  /** Of Stripe's script for pages. */
  readonly scriptUrl: string;
  /** Base of the platform. */
  readonly publicUrl: string;
}

/** Stripe for the accounts that are connected to it, with the keys that they have at that moment. */
export interface StripeAdapter extends ProviderAdapter {
  readonly connect: StripeConnect;
}

interface StripeConnect extends ProviderConnect {
  /** Which account at Stripe a secret key belongs to. @throws Problem as `readAccountId` */
  readonly accountIdOf: (secretKey: string) => Promise<string>;
  /** Records the account at Stripe of a connection that does not have it yet, if Stripe tells. */
  readonly pinAccount: (scope: Scope) => Promise<void>;
}

export function createStripeAdapter({ db, secrets, apiUrl, scriptUrl, publicUrl }: StripeOptions): StripeAdapter {
  const clients = new StripeClients(apiUrl);
  const clientOf = async (scope: Scope): Promise<Stripe> => {
    const found = await openConnection(db, secrets, scope);
    if (!found) throw new Error(`${scope.merchantId} is not connected to Stripe`);
    const client = await clients.open(found.secretKey);
    if (found.stripeAccountId === null) pinInBackground(scope, client);
    return client.api;
  };

  const pinAccount = async (scope: Scope, client: OpenClient): Promise<void> => {
    try {
      await pinStripeAccount(db, scope, await readAccountId(client.api));
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      if (thrown.code === 'parameter_invalid') client.nextAccountCheckAt = Infinity; // the key may not read its account
      log.warn({ event: 'stripe.account_unknown', merchantId: scope.merchantId, err: thrown });
    }
  };
  /** While a buyer's request uses the client: that request neither waits for this nor fails with it. */
  const pinInBackground = (scope: Scope, client: OpenClient): void => {
    const now = performance.now();
    if (now < client.nextAccountCheckAt) return;
    client.nextAccountCheckAt = now + accountCheckIntervalMs;
    pinAccount(scope, client).catch((err: unknown) =>
      log.warn({ event: 'stripe.account_unknown', merchantId: scope.merchantId, err }),
    );
  };
  return {
    name: stripeName,
    money: (scope) =>
      createStripeProvider(async () => ({
        client: await clientOf(scope),
        store: databaseStore(db, scope),
        returnUrlOf: (chargeId) => `${publicUrl}/providers/stripe/return/${chargeId}`,
      })),
    connect: {
      isConnected: async (scope) => (await openConnection(db, secrets, scope)) !== undefined,
      hold: holdConnection,
      accountIdOf: async (secretKey) => readAccountId(await clients.of(secretKey)),
      pinAccount: async (scope) => {
        const found = await openConnection(db, secrets, scope);
        if (found?.stripeAccountId === null) await pinAccount(scope, await clients.open(found.secretKey));
      },
    },
    tokenize: async ({ scope }, { paymentMethod, country }) => {
      const token = stripeTokenOf(paymentMethod);
      return { method: await readMethod(await clientOf(scope), token, country) };
    },
    cardField: {
      entry: async (reader) => {
        const found = await findConnection(reader);
        return found ? cardEntryWith(found.publishableKey, scriptUrl) : null;
      },
      cardInfo: () => null, // Stripe tells about a card only once its field has made a token of it
    },
    callbacks: {
      read: async (scope, { body, signature }) => {
        const found = await openConnection(db, secrets, scope);
        if (!found || signature === undefined) return undefined;
        const { webhooks } = await clients.of(found.secretKey);
        let event: Stripe.Event;
        try {
          event = webhooks.constructEvent(body, signature, found.callbackSecret);
        } catch {
          return undefined; // a wrong or old signature; a body that is signed is always JSON
        }
        return noticeOf(event);
      },
    },
  };
}

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

/** Events of an authorized payment that was captured or released: by us, or by the merchant at Stripe itself. */
const holdEvents = [successEvent, 'payment_intent.canceled', 'charge.captured', 'charge.expired'];
const refundEvents = ['refund.updated', 'refund.failed', 'charge.refund.updated'];

/**
 * What of ours an event of Stripe is about. A charge takes the metadata of its PaymentIntent, so that events of both lead
 * to the same charge; objects without our metadata belong to another integration at the same Stripe account.
 */
export function noticeOf({ type, data }: Stripe.Event): ProviderNotice {
  const { metadata } = data.object as { metadata?: Stripe.Metadata | null };
  const chargeId = metadata?.[metadataNames.charge];
  const changesHold = holdEvents.includes(type);
  const isAboutCharge = outcomeEvents.includes(type) || changesHold;
  return {
    charge:
      isAboutCharge && chargeId !== undefined
        ? { id: chargeId, bringsMoney: moneyEvents.includes(type), changesHold }
        : null,
    refundId: refundEvents.includes(type) ? (metadata?.[metadataNames.refund] ?? null) : null,
  };
}
