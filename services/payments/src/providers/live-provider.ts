import type { ConfirmationMethod } from '@mizan/contracts';
import { type Database, json, log, type Metrics, own, type Scope, type ServiceSecrets } from '@mizan/service-kit';
import type {
  AuthorizeRequest,
  Buyer,
  ChargeRoute,
  FallbackRoute,
  Provider,
  SyncRefundRequest,
} from './port/provider.ts';
import { holdConnection, openConnection } from './connections/connection-store.ts';
import { manualMoney } from './manual/manual-adapter.ts';
import type { ProviderAdapter } from './port/adapter.ts';
import { manualName } from './port/capabilities.ts';
import { measuredProvider } from './port/measured-provider.ts';

interface LiveOptions {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
  readonly metrics: Metrics;
  readonly adapters: readonly ProviderAdapter[];
}

/** Who takes a charge: its row says so, committed before the provider is called. */
type Taker = Pick<ChargeRoute, 'provider' | 'connectionId'>;

/**
 * The providers of an account's live mode as one: each request goes to the connection that its charge was committed with,
 * whatever the routes are by now.
 */
export function liveProvider(options: LiveOptions, scope: Scope): Provider {
  const { db, adapters, metrics } = options;
  const providerOf = async ({ provider, connectionId }: Taker): Promise<Provider> => {
    if (provider === manualName) return manualMoney(db, scope);
    const adapter = adapters.find(({ name }) => name === provider);
    if (!adapter) throw new Error(`bug: no provider is called ${provider}`);
    const id = connectionId ?? (await formerConnectionId(db, scope, provider));
    const connection = id === undefined ? undefined : await openConnection(options, scope, id);
    if (!connection) throw new Error(`${scope.merchantId} is not connected to ${provider} any more`);
    const money = adapter.money({ ...connection, recordsOf: connectionId });
    return measuredProvider(money, metrics, { livemode: true, name: provider });
  };
  const routeOf = async (chargeId: string): Promise<ChargeRoute> => {
    const route = await db.system.one<ChargeRoute>`
      select provider, connection_id, settles_to, payment_method as method from charges
      where ${own({ scope })} and id = ${chargeId}`;
    if (!route) throw new Error(`bug: ${chargeId} was not committed before its provider is called`);
    return route;
  };
  /** Whether the merchant's server confirms a charge after its buyer has acted. */
  const confirmationOf = async (chargeId: string): Promise<ConfirmationMethod> => {
    const row = await db.system.one<{ confirmationMethod: ConfirmationMethod }>`
      select confirmation_method from payment_intents join charges on charges.payment_intent_id = payment_intents.id
      where ${own({ scope }, 'charges')} and charges.id = ${chargeId}`;
    return row?.confirmationMethod ?? 'automatic';
  };
  /** Who pays, for providers that want to know. */
  const buyerOf = async (chargeId: string): Promise<Buyer> => {
    const row = await db.system.one<{ billingDetails: Buyer | null; receiptEmail: string | null }>`
      select billing_details, receipt_email from charges where ${own({ scope })} and id = ${chargeId}`;
    return { ...row?.billingDetails, email: row?.billingDetails?.email ?? row?.receiptEmail ?? null };
  };
  const ofCharge = async (chargeId: string): Promise<Provider> => providerOf(await routeOf(chargeId));
  const ofRefund = async (refundId: string) => {
    const taker = await db.system.one<Taker & Required<Pick<SyncRefundRequest, 'chargeId' | 'amount'>>>`
      select provider, connection_id, charge_id, refunds.amount from refunds join charges on charges.id = refunds.charge_id
      where ${own({ scope }, 'refunds')} and refunds.id = ${refundId}`;
    if (!taker) throw new Error(`bug: ${refundId} was not committed before its provider is called`);
    const { chargeId, amount } = taker;
    return { refunded: { chargeId, amount }, provider: await providerOf(taker) };
  };
  return {
    authorize: async ({ fallbacks = [], ...request }) => {
      const [buyer, confirmationMethod] = await Promise.all([
        buyerOf(request.chargeId),
        confirmationOf(request.chargeId),
      ]);
      for (let route: ChargeRoute = await routeOf(request.chargeId); ;) {
        const outcome = await (
          await providerOf(route)
        ).authorize({
          ...request,
          ...{ buyer, confirmationMethod, method: route.method },
        });
        const next = outcome.kind === 'unsent' ? nextOf(fallbacks, route) : undefined;
        if (outcome.kind !== 'unsent' || !next) return outcome;
        const { chargeId } = request;
        log.warn({
          event: 'payment.rerouted',
          chargeId,
          from: route.connectionId,
          to: next.connectionId,
          err: outcome.cause,
        });
        if (!(await moveCharge(db, { scope, now: request.now, chargeId, from: route, to: next })))
          return {
            kind: 'unknown',
            cause: new Error('the charge was decided while its provider could not be reached'),
          };
        route = next;
      }
    },
    sync: async (request) => (await ofCharge(request.chargeId)).sync(request),
    completeAction: async (request) => (await ofCharge(request.chargeId)).completeAction(request),
    capture: async (request) => (await ofCharge(request.chargeId)).capture(request),
    cancel: async (request) => (await ofCharge(request.chargeId)).cancel(request),
    refund: async (request) => (await ofCharge(request.chargeId)).refund(request),
    syncRefund: async (request) => {
      const { refunded, provider } = await ofRefund(request.refundId);
      return provider.syncRefund({ ...request, ...refunded });
    },
    endRefund: async (request) => {
      const { refunded, provider } = await ofRefund(request.refundId);
      return provider.endRefund?.({ ...request, ...refunded }) ?? request.outcome;
    },
  };
}

/** The connection of a charge that is older than connections: an account had one of each provider. */
async function formerConnectionId(db: Database, scope: Scope, provider: string): Promise<string | undefined> {
  const found = await db.system.one<{ id: string }>`
    select id from connections where ${own({ scope })} and provider = ${provider} and status <> 'DELETED'
    order by created_at, id limit 1`;
  return found?.id;
}

/** The route after the present one; the first, if the present one is none of them. */
const nextOf = (fallbacks: readonly FallbackRoute[], { connectionId }: ChargeRoute): FallbackRoute | undefined =>
  fallbacks[fallbacks.findIndex((route) => route.connectionId === connectionId) + 1];

interface Move extends Pick<AuthorizeRequest, 'chargeId' | 'now'> {
  readonly scope: Scope;
  readonly from: ChargeRoute;
  readonly to: FallbackRoute;
}

/** Commits who takes the charge instead, before that provider is called; false when it is decided, or was moved already. */
async function moveCharge(db: Database, { scope, now, chargeId, from, to }: Move): Promise<boolean> {
  return db.transact(scope, async (tx) => {
    await holdConnection(tx, to);
    const moved = await tx.one`
      update charges set provider = ${to.provider}, connection_id = ${to.connectionId}, settles_to = ${to.settlesTo},
        payment_method = ${json(to.method)}::jsonb, fee_terms = coalesce(${json(to.feeTerms ?? null)}::jsonb, fee_terms),
        updated_at = ${now}
      where ${own(tx)} and id = ${chargeId} and status = 'PENDING'
        and connection_id is not distinct from ${from.connectionId} returning 1`;
    return moved !== undefined;
  });
}
