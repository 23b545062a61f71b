import { createHmac } from 'node:crypto';
import type { AccountProfile, ExchangeRate, PageCardEntry, PaymentMethodInput } from '@mizan/contracts';
import { AnswerCache, type Deps, type Reader, type Scope } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { env as envShape } from './config.ts';
import type { CurrencyPair } from './exchange-rates/find-rates.ts';
import { lockExchangeRate } from './exchange-rates/lock-exchange-rate.ts';
import type { SettlementRules } from './intents/settlement.ts';
import { expectingProvider } from './provider-expectations/expecting-provider.ts';
import { boundProvider } from './providers/bound-provider.ts';
import type { ProviderMethod } from './providers/provider-method.ts';
import type { Provider } from './providers/provider.ts';
import { databaseStore } from './providers/simulator/database-store.ts';
import { createSimulator, type Simulator } from './providers/simulator/simulator.ts';
import { wireStripe } from './providers/stripe/wire-stripe.ts';

const accountMaxAgeMs = 5_000;

/** What the verbs of this service need beside a transaction. */
export interface Wiring {
  readonly accounts: AnswerCache<AccountProfile>;
  /** Who moves the money of an account and mode; undefined where nobody does. Its calls always end in time. */
  readonly providerOf: (scope: Scope) => Provider | undefined;
  /** What plays the processor of test mode, with what only it can do. */
  readonly simulatorOf: (scope: Scope) => Simulator;
  /** Whether new payments are taken for an account in this mode: in live mode once it is connected to a provider. */
  readonly takesPayments: (scope: Scope) => Promise<boolean>;
  /**
   * Reads a payment method of live mode: a token that the provider's hosted field made, never a card number.
   *
   * @param country of the account
   * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
   */
  readonly liveMethodOf: (scope: Scope, input: PaymentMethodInput, country: string) => Promise<ProviderMethod>;
  /** Finds out whose account at Stripe a connection of before that was asked leads to, as far as Stripe says. */
  readonly knowStripeAccount: (scope: Scope) => Promise<void>;
  /** Where the buyers of an account type their cards; null in test mode, and while it is not connected. */
  readonly cardEntryOf: (reader: Reader) => Promise<PageCardEntry | null>;
  /** Whose account at Stripe a secret key opens. @throws Problem `parameter_invalid`, `internal_error` 503 */
  readonly stripeAccountIdOf: (secretKey: string) => Promise<string>;
  /** An event of Stripe for this account; undefined when its signature is wrong, or the account not connected. */
  readonly stripeEventOf: (
    scope: Scope,
    callback: { readonly body: Buffer; readonly signature: string | undefined },
  ) => Promise<Stripe.Event | undefined>;
  readonly settlementRulesOf: (scope: Scope) => SettlementRules;
  /** The rate of a payment priced in another currency. @throws Problem as `lockExchangeRate` */
  readonly lockRate: (reader: Reader, pair: CurrencyPair) => Promise<{ exchangeRate: ExchangeRate }>;
  readonly clientSecretOf: (id: string) => string;
  /** Compares in constant time. */
  readonly ownsClientSecret: (id: string, presented: string | undefined) => boolean;
  /** The account's secret key of card fingerprints. */
  readonly pepperOf: (scope: Scope) => string;
  /** Base of the documentation. */
  readonly docsUrl: string;
}

const wirings = new WeakMap<object, Wiring>();

/** The wiring of a running service, made when it is first asked for. */
export function wiringOf(deps: Deps<typeof envShape>): Wiring {
  const known = wirings.get(deps);
  if (known) return known;
  const made = wire(deps);
  wirings.set(deps, made);
  return made;
}

function wire({ env, db, secrets }: Deps<typeof envShape>): Wiring {
  const fingerprintKey = secrets.hashKey('card-fingerprint');
  const publicUrl = env.MIZAN_PUBLIC_URL.replace(/\/+$/, '');
  const stripe = wireStripe({
    db,
    secrets,
    apiUrl: env.MIZAN_STRIPE_API_URL,
    scriptUrl: env.MIZAN_STRIPE_JS_URL,
    publicUrl,
  });
  const simulatorOf = (scope: Scope): Simulator => createSimulator(databaseStore(db, scope), publicUrl);
  return {
    accounts: new AnswerCache({
      fetch: (calls) => calls.getAccount({}),
      maxAgeMs: accountMaxAgeMs,
      dropOn: ['account.updated'],
    }),
    // Test mode is the simulator's, which never sees live money; live mode is Stripe's, which is asked for nothing else.
    providerOf: (scope) =>
      boundProvider(scope.livemode ? stripe.providerOf(scope) : expectingProvider(simulatorOf(scope), db, scope)),
    simulatorOf,
    takesPayments: async (scope) => !scope.livemode || stripe.isConnected(scope),
    liveMethodOf: stripe.methodOf,
    knowStripeAccount: stripe.knowAccount,
    cardEntryOf: stripe.cardEntryOf,
    stripeAccountIdOf: stripe.accountIdOf,
    stripeEventOf: stripe.eventOf,
    settlementRulesOf: ({ livemode }) => ({
      isInstant: !livemode && env.MIZAN_TEST_SETTLEMENT === 'instant',
      delayDays: env.MIZAN_SETTLEMENT_DELAY_DAYS,
    }),
    lockRate: (reader, pair) => lockExchangeRate(db, reader, pair),
    clientSecretOf: (id) => secrets.clientSecret(id),
    ownsClientSecret: (id, presented) => secrets.ownsClientSecret(id, presented),
    pepperOf: ({ merchantId }) => createHmac('sha256', fingerprintKey).update(merchantId).digest('base64'),
    docsUrl: `${publicUrl}/docs`,
  };
}
