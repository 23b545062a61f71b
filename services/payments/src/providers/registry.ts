import type { AccountProfile, LiveMethods } from '@mizan/contracts';
import { type Metrics, Problem, type Reader, type Scope, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { holdConnection, openConnection } from './connections/connection-store.ts';
import { liveProvider } from './live-provider.ts';
import {
  cardEntryOf,
  findLiveRoutes,
  liveMethodsOf,
  type LiveRoute,
  offeredRoutesOf,
  walletEntriesOf,
} from './live-routes.ts';
import { createFawryAdapter, type FawryOptions } from './fawry/fawry-adapter.ts';
import { tokenizeManual } from './manual/manual-adapter.ts';
import { createPaymobAdapter, type PaymobOptions } from './paymob/paymob-adapter.ts';
import type { ProviderAdapter, TokenizedMethod, TokenizeRequest } from './port/adapter.ts';
import { type BoundProvider, boundProvider } from './port/bound-provider.ts';
import { manualName } from './port/capabilities.ts';
import { measuredProvider, measuredTokenize } from './port/measured-provider.ts';
import type { CardInfo } from './port/provider-method.ts';
import type { ChargeRoute } from './port/provider.ts';
import { createSimulatorAdapter, type SimulatorAdapter } from './simulator/simulator-adapter.ts';
import { createStripeAdapter, type StripeOptions } from './stripe/stripe-adapter.ts';
import { createTabbyAdapter, type TabbyOptions } from './tabby/tabby-adapter.ts';
import { createTamaraAdapter, type TamaraOptions } from './tamara/tamara-adapter.ts';

/** The providers of the platform. */
export interface Providers {
  /** Plays the processor of test mode and never sees live money. */
  readonly test: SimulatorAdapter;
  /** The real ones, which move the money of live mode and are called for nothing else. */
  readonly live: readonly ProviderAdapter[];
  /** What moves the money of an account and mode. Each call returns an outcome in time, if only `unknown`. */
  readonly moneyOf: (scope: Scope) => BoundProvider;
  /** Who can take payments of an account's live mode, in order of preference. */
  readonly liveRoutesOf: (reader: Pick<Reader, 'sql' | 'scope'>, account: AccountProfile) => Promise<LiveRoute[]>;
  /** The method of a request as a route's provider needs it. May call the provider. @throws Problem as `tokenize` */
  readonly tokenizeFor: (
    route: LiveRoute,
    reader: Pick<Reader, 'scope' | 'now'>,
    request: TokenizeRequest,
  ) => Promise<TokenizedMethod>;
  /** Keeps the connection of a charge until the transaction ends. @throws Problem `merchant_not_activated`: it was removed */
  readonly hold: (tx: Tx, charge: Pick<ChargeRoute, 'provider' | 'connectionId'>) => Promise<void>;
  /** What the fee of a card depends on, from the first digits of its number; null when they do not tell. */
  readonly cardInfoOf: (scope: Scope, bin: string) => CardInfo | null;
}

interface ProviderOptions extends StripeOptions, PaymobOptions, FawryOptions, TabbyOptions, TamaraOptions {
  readonly secrets: ServiceSecrets;
  readonly metrics: Metrics;
}

/** The one place that says which provider serves which mode. */
export function createProviders(options: ProviderOptions): Providers {
  const { db, secrets, publicUrl, metrics } = options;
  const test = createSimulatorAdapter({ db, publicUrl, fingerprintKey: secrets.hashKey('card-fingerprint') });
  const live = [
    createStripeAdapter,
    createPaymobAdapter,
    createFawryAdapter,
    createTabbyAdapter,
    createTamaraAdapter,
  ].map((create) => create(options));
  return {
    test,
    live,
    moneyOf: (scope) =>
      boundProvider(
        scope.livemode
          ? liveProvider({ db, secrets, metrics, adapters: live }, scope)
          : measuredProvider(test.money(scope), metrics, { livemode: false, name: test.name }),
      ),
    liveRoutesOf: (reader, account) => findLiveRoutes(reader, live, account),
    tokenizeFor: async (route, reader, request) => {
      if (route.provider === manualName) return tokenizeManual(request, route.receiver ?? null);
      const adapter = live.find(({ name }) => name === route.provider);
      const connection = route.connection && (await openConnection({ db, secrets }, reader.scope, route.connection.id));
      if (!adapter || !connection)
        throw new Problem('merchant_not_activated', 'The payment provider was disconnected.');
      const as = { livemode: true, name: adapter.name };
      return measuredTokenize(() => adapter.tokenize(connection, reader, request), metrics, as);
    },
    hold: async (tx, charge) => {
      if (live.some(({ name }) => name === charge.provider)) await holdConnection(tx, charge);
    },
    cardInfoOf: ({ livemode }, bin) => (livemode ? null : test.cardInfoOf(bin)),
  };
}

/** What an account's live mode can take now. */
export const toLiveMethods = (routes: readonly LiveRoute[], { live }: Pick<Providers, 'live'>): LiveMethods => ({
  methods: liveMethodsOf(routes),
  ...offeredRoutesOf(routes, live),
  entry: cardEntryOf(routes, live),
  wallets: walletEntriesOf(routes, live),
});
