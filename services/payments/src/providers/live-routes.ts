import {
  type AccountProfile,
  type Currency,
  type LiveMethod,
  type LiveRoute as OfferedRoute,
  mergeRoutes,
  type PageCardEntry,
  type PageWalletEntry,
  paymentMethods,
  type PaymentMethodInput,
  type PaymentMethodType,
  type RoutedPayment,
  type SettlesTo,
  takesPayment,
} from '@mizan/contracts';
import { hasFeeRow } from '@mizan/money';
import { own, type Reader } from '@mizan/service-kit';
import { findConnections, type ShownConnection } from './connections/connection-store.ts';
import type { ProviderRouteRow } from './connections/provider-route.entity.ts';
import { providerRoutes } from './connections/provider-route.table.ts';
import { manualOffersOf } from './manual/manual-adapter.ts';
import type { ProviderAdapter } from './port/adapter.ts';
import { amountBoundsOf, amountStepOf, manualName, type MethodCapability } from './port/capabilities.ts';
import type { ManualReceiver } from './port/provider-method.ts';

/** A way in which one method can be paid live in one currency. */
export interface LiveRoute {
  readonly type: PaymentMethodType;
  readonly currency: Currency;
  readonly provider: string;
  /** Null where the merchant receives the money without a provider. */
  readonly connection: ShownConnection | null;
  readonly settlesTo: SettlesTo;
  readonly capability: MethodCapability;
  /** Where the buyer sends the money, for methods without a provider that need it. */
  readonly receiver?: ManualReceiver | null;
}

/**
 * The routes of an account's live mode, in order of preference for each method and currency: of what its connections and
 * settings could take, what the account accepts and has a fee agreed for, because a buyer could pay with nothing else.
 */
export async function findLiveRoutes(
  reader: Pick<Reader, 'sql' | 'scope'>,
  adapters: readonly ProviderAdapter[],
  account: AccountProfile,
): Promise<LiveRoute[]> {
  const [connections, preferences] = await Promise.all([findConnections(reader), findProviderRoutes(reader)]);
  const connected = connections
    .filter(({ status }) => status === 'ACTIVE')
    .flatMap((connection) => routesOf(connection, adapters));
  const isOffered = (route: LiveRoute): boolean => isAgreed(account, route);
  const byProvider = inOrder(connected, preferences).filter(isOffered);
  const isTaken = ({ type, currency }: LiveRoute): boolean =>
    byProvider.some((route) => route.type === type && route.currency === currency);
  return [...byProvider, ...manualRoutesOf(account).filter((route) => !isTaken(route) && isOffered(route))];
}

/** Whether the account accepts the method of a route in its currency, and at what fee. */
const isAgreed = (
  { supportedCurrencies, feeSchedule }: AccountProfile,
  { type: paymentMethodType, currency, provider }: LiveRoute,
): boolean =>
  supportedCurrencies.some(
    ({ code, paymentMethodTypes }) => code === currency && paymentMethodTypes.includes(paymentMethodType),
  ) && hasFeeRow(feeSchedule, { paymentMethodType, currency, provider });

/** What the merchant receives itself, where no provider takes it. */
const manualRoutesOf = (account: AccountProfile): LiveRoute[] =>
  manualOffersOf(account).map(({ capability, currency, receiver }) => ({
    ...{ type: capability.type, currency, capability, receiver },
    ...{ provider: manualName, connection: null, settlesTo: 'merchant' },
  }));

/** What the account prefers, method by method. */
export const findProviderRoutes = ({ sql, scope }: Pick<Reader, 'sql' | 'scope'>): Promise<ProviderRouteRow[]> =>
  sql<ProviderRouteRow>`
    select ${providerRoutes.columns} from provider_routes where ${own({ scope })}
    order by payment_method_type, currency`;

function routesOf(connection: ShownConnection, adapters: readonly ProviderAdapter[]): LiveRoute[] {
  const { provider, settlesTo } = connection;
  const adapter = adapters.find(({ name }) => name === provider);
  if (!adapter) throw new Error(`bug: no provider is called ${provider}`);
  return adapter.capabilities(connection).flatMap((capability) =>
    capability.currencies.map((currency) => ({
      ...{ type: capability.type, currency, provider, connection, settlesTo, capability },
    })),
  );
}

/** A method and currency that the account lists uses those connections alone; the others keep the order of connecting. */
function inOrder(routes: readonly LiveRoute[], preferences: readonly ProviderRouteRow[]): LiveRoute[] {
  const preferred = new Map(preferences.map((row) => [keyOf(row.paymentMethodType, row.currency), row.connectionIds]));
  const rankOf = ({ type, currency, connection }: LiveRoute) => {
    const ids = preferred.get(keyOf(type, currency));
    return ids && connection ? ids.indexOf(connection.id) : 0;
  };
  return routes.filter((route) => rankOf(route) >= 0).toSorted((one, other) => rankOf(one) - rankOf(other));
}

const keyOf = (type: PaymentMethodType, currency: Currency): string => `${type} ${currency}`;

/** What the routes can take, one row for each method and currency. */
export const liveMethodsOf = (routes: readonly LiveRoute[]): LiveMethod[] => mergeRoutes(routes.map(termsOf));

/** The routes as checkout knows them, and what the buyer's page shows for them, once for each connection. */
export function offeredRoutesOf(
  routes: readonly LiveRoute[],
  adapters: readonly ProviderAdapter[],
): { routes: OfferedRoute[]; entries: PageCardEntry[] } {
  const entries = new Map<string | undefined, PageCardEntry>();
  const offered = routes.map((route): OfferedRoute => {
    const entry = entryOf(route, adapters);
    if (!entry) return { ...termsOf(route), entryIndex: null };
    const id = route.connection?.id;
    if (!entries.has(id)) entries.set(id, entry);
    return { ...termsOf(route), entryIndex: [...entries.keys()].indexOf(id) };
  });
  return { routes: offered, entries: [...entries.values()] };
}

/** What a route takes. */
export function termsOf({ type, currency, capability }: LiveRoute): LiveMethod {
  const { min, max } = amountBoundsOf(capability, currency);
  return {
    type,
    currency,
    minAmount: min,
    maxAmount: max,
    amountStep: amountStepOf(capability, currency),
    supportsManualCapture: capability.captures !== 'none',
    supportsPartialCapture: capability.capturesPart,
    supportsRefund: capability.refunds !== 'none',
    supportsPartialRefund: capability.refunds !== 'full', // what no provider returns, the merchant does
    supportsManualConfirmation: capability.manualConfirmation,
  };
}

/** The routes that can take a payment, the first one first. */
export const routesFor = (routes: readonly LiveRoute[], payment: RoutedPayment): LiveRoute[] =>
  routes.filter((route) => takesPayment(termsOf(route), payment));

/** Whether the provider of a route can use the method of a request: a token is of use only where it was made. */
export const canUse = (
  { provider }: LiveRoute,
  adapters: readonly ProviderAdapter[],
  paymentMethod: PaymentMethodInput,
): boolean => adapters.find(({ name }) => name === provider)?.accepts(paymentMethod) ?? true;

/** The card field of the first route for cards in any currency, for releases that do not know the routes. */
export const cardEntryOf = (routes: readonly LiveRoute[], adapters: readonly ProviderAdapter[]): PageCardEntry | null =>
  firstEntryOf(routes, adapters, 'card');

/** The wallets whose first route in any currency has a button for them, likewise. */
export const walletEntriesOf = (
  routes: readonly LiveRoute[],
  adapters: readonly ProviderAdapter[],
): PageWalletEntry[] =>
  [...new Set(routes.map(({ type }) => type))].flatMap((type) => {
    const entry = firstEntryOf(routes, adapters, type);
    return entry && type !== 'card' ? [{ ...entry, type }] : [];
  });

function firstEntryOf(
  routes: readonly LiveRoute[],
  adapters: readonly ProviderAdapter[],
  type: PaymentMethodType,
): PageCardEntry | null {
  const route = routes.find((each) => each.type === type);
  return route ? entryOf(route, adapters) : null;
}

/** What the page shows for a route; null for methods that have neither a card nor a button. */
function entryOf(
  { type, provider, connection }: LiveRoute,
  adapters: readonly ProviderAdapter[],
): PageCardEntry | null {
  if (!connection || (type !== 'card' && paymentMethods[type].category !== 'wallet')) return null;
  return adapters.find(({ name }) => name === provider)?.cardEntry(connection) ?? null;
}
