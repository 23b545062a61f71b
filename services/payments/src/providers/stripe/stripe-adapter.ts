import type { PageCardEntry, PaymentMethodInput } from '@mizan/contracts';
import { type Database, log, Problem, type Reader, type Scope, type ServiceSecrets } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { ProviderMethod } from '../port/provider-method.ts';
import type { Provider } from '../port/provider.ts';
import { findPublishableKey, openConnection, type OpenedConnection, pinStripeAccount } from './connection.ts';
import { databaseStore } from './database-store.ts';
import { readMethod, stripeTokenOf } from './read-method.ts';
import { readAccountId, StripeClients } from './stripe-client.ts';
import { createStripeProvider } from './stripe-provider.ts';

/** How long an old connection stays unasked after it was asked in passing: far longer than asking takes. */
const askAgainMs = 60_000;

interface Parts {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
  /** Where Stripe's API answers. */
  readonly apiUrl: string;
  /** Of Stripe's script for pages. */
  readonly scriptUrl: string;
  /** Base of the platform. */
  readonly publicUrl: string;
}

/** Stripe as the service uses it: for accounts that are connected, with the keys that they have at that moment. */
export interface WiredStripe {
  readonly providerOf: (scope: Scope) => Provider;
  /** Finds out whose account at Stripe a connection of before that was asked leads to, as far as Stripe says. */
  readonly knowAccount: (scope: Scope) => Promise<void>;
  /** Whose account at Stripe a secret key opens. @throws Problem as `readAccountId` */
  readonly accountIdOf: (secretKey: string) => Promise<string>;
  readonly isConnected: (scope: Scope) => Promise<boolean>;
  readonly methodOf: (scope: Scope, input: PaymentMethodInput, country: string) => Promise<ProviderMethod>;
  /** Where an account's buyers type their cards; null while it is not connected. */
  readonly cardEntryOf: (reader: Reader) => Promise<PageCardEntry | null>;
  readonly eventOf: (
    scope: Scope,
    callback: { readonly body: Buffer; readonly signature: string | undefined },
  ) => Promise<Stripe.Event | undefined>;
}

export function wireStripe({ db, secrets, apiUrl, scriptUrl, publicUrl }: Parts): WiredStripe {
  const clients = new StripeClients(apiUrl);
  const secretsOf = (scope: Scope): Promise<OpenedConnection | undefined> => openConnection(db, secrets, scope);
  const clientOf = async (scope: Scope): Promise<Stripe> => {
    const found = await secretsOf(scope);
    if (!found) throw new Error(`${scope.merchantId} is not connected to Stripe`);
    const client = await clients.of(found.secretKey);
    if (found.stripeAccountId === null) pinInPassing(scope, client);
    return client;
  };

  /** When clients of old connections may next be asked for their accounts in passing. */
  const askAgainAt = new WeakMap<Stripe, number>();
  /** Finds out whose account an old connection leads to; what Stripe does not say stands in nobody's way. */
  const pinAccount = async (scope: Scope, client: Stripe): Promise<void> => {
    try {
      await pinStripeAccount(db, scope, await readAccountId(client));
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      if (thrown.code === 'parameter_invalid') askAgainAt.set(client, Infinity); // the key may not say: asked once
      log.warn({ event: 'stripe.account_unknown', merchantId: scope.merchantId, err: thrown });
    }
  };
  /** The same while a buyer waits for something else: nothing waits for it, and nothing fails with it. */
  const pinInPassing = (scope: Scope, client: Stripe): void => {
    const now = performance.now();
    if (now < (askAgainAt.get(client) ?? now)) return;
    askAgainAt.set(client, now + askAgainMs);
    pinAccount(scope, client).catch((err: unknown) =>
      log.warn({ event: 'stripe.account_unknown', merchantId: scope.merchantId, err }),
    );
  };
  return {
    providerOf: (scope) =>
      createStripeProvider(async () => ({
        client: await clientOf(scope),
        store: databaseStore(db, scope),
        returnUrlOf: (chargeId) => `${publicUrl}/providers/stripe/return/${chargeId}`,
      })),
    knowAccount: async (scope) => {
      const found = await secretsOf(scope);
      if (found?.stripeAccountId === null) await pinAccount(scope, await clients.of(found.secretKey));
    },
    accountIdOf: async (secretKey) => readAccountId(await clients.of(secretKey)),
    isConnected: async (scope) => (await secretsOf(scope)) !== undefined,
    methodOf: async (scope, input, country) => {
      const token = stripeTokenOf(input);
      return readMethod(await clientOf(scope), token, country);
    },
    cardEntryOf: async (reader) => {
      const publishableKey = await findPublishableKey(reader);
      return publishableKey === undefined ? null : cardEntryWith(publishableKey, scriptUrl);
    },
    eventOf: async (scope, { body, signature }) => {
      const found = await secretsOf(scope);
      if (!found || signature === undefined) return undefined;
      const client = await clients.of(found.secretKey);
      try {
        return client.webhooks.constructEvent(body, signature, found.callbackSecret);
      } catch {
        return undefined; // a wrong or old signature; a body that is signed and no JSON does not exist
      }
    },
  };
}

/**
 * Stripe's hosted card field, and what its script needs of the page around it: what Stripe's integration security guide
 * lists under «Content security policy» for Stripe.js. Its frames have frames of their own, which the page does not see.
 *
 * @param scriptUrl of Stripe.js; of another origin than Stripe's in tests only
 */
export function cardEntryWith(publishableKey: string, scriptUrl: string): PageCardEntry {
  const own = new URL(scriptUrl).origin;
  const hosts = [...new Set([own, 'https://js.stripe.com', 'https://*.js.stripe.com'])];
  return {
    cardEntry: { provider: 'stripe', publishableKey, scriptUrl },
    allows: {
      scripts: hosts,
      frames: [...hosts, 'https://hooks.stripe.com'],
      connections: ['https://api.stripe.com'],
    },
  };
}
