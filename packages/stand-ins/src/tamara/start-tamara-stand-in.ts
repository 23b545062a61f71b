import type { Callback } from '../server/callback-sender.ts';
import { control, ControlRefusal, readJson } from '../server/control-routes.ts';
import { json, type Route } from '../server/route.ts';
import {
  type StandIn,
  type StandInOptions,
  startStandIn,
  undocumentedRetryDelaysMs,
} from '../server/start-stand-in.ts';
import { actAsBuyer, type BuyerAct, findOrder, showPage, submitPage } from './buyer.ts';
import { arm, signToken } from './change-order.ts';
import { createCheckout, preCheck } from './checkout.ts';
import { authorise, cancel, capture, getOrder, refund } from './orders.ts';
import { TamaraRefusal } from './refusal.ts';
import { type Country, createState, type Order, type TamaraAccount, type TamaraState } from './state.ts';
import type { TamaraApp } from './tamara-app.ts';

export interface TamaraOptions extends StandInOptions {
  /** The country of the account; `SA` by default. */
  readonly country?: Country;
}

export interface TamaraStandIn extends StandIn<TamaraState> {
  readonly account: Pick<TamaraAccount, 'apiToken' | 'notificationToken' | 'country'>;
  /** The buyer agrees, or is declined. @param reference Tamara's id, or the merchant's reference */
  act(reference: string, act?: BuyerAct): Order;
  order(reference: string): Order;
  /** Whether an order is captured as soon as it is authorised; not by default. */
  captureAtOnce(isAtOnce: boolean): void;
  /** From now on every request is refused; `false` accepts them again. */
  revokeCredentials(isRevoked?: boolean): void;
  /** The API token of another account, which has no orders. */
  addAccount(): string;
}

/** Starts a stand-in for Tamara on the loopback interface. @throws Error the port is taken, or the state file cannot be read */
export async function startTamaraStandIn(options: TamaraOptions = {}): Promise<TamaraStandIn> {
  const { app, shared, kept } = await startStandIn<TamaraState, TamaraApp>(options, {
    create: () => createState(options.country ?? 'SA'),
    collections: ['orders'],
    retryDelaysMs: undocumentedRetryDelaysMs,
    callbackTimeoutMs: 10_000,
    forge,
    isAccepted: (status) => status === 200,
    toApp: (base) => ({ ...base, otherTokens: new Set() }),
    routes: routesOf,
    controlRoutes: controlRoutesOf,
    refuse: (reason) => json({ not_found: 404, method: 405, too_large: 413 }[reason], { message: 'Not found' }),
    answerThrown: (thrown) => (thrown instanceof TamaraRefusal ? thrown.answer : undefined),
    resume: (started) => started.state.orders.forEach((order) => arm(started, order)),
  });
  const { account } = app.state;
  const { apiToken, notificationToken, country } = account;
  return {
    ...shared,
    account: { apiToken, notificationToken, country },
    act: (reference, act = 'approve') => kept(() => structuredClone(actAsBuyer(app, findOrder(app, reference), act))),
    order: (reference) => structuredClone(findOrder(app, reference)),
    captureAtOnce: (isAtOnce) => kept(() => void (account.capturesAtOnce = isAtOnce)),
    revokeCredentials: (isRevoked = true) => kept(() => void (account.isRevoked = isRevoked)),
    addAccount: () => {
      const other = createState(country).account.apiToken;
      app.otherTokens.add(other);
      return other;
    },
  };
}

const routesOf = (app: TamaraApp): Route[] => [
  { method: 'POST', path: '/checkout', handle: (request) => createCheckout(app, request) },
  { method: 'POST', path: '/checkout/payment-options-pre-check', handle: (request) => preCheck(app, request) },
  { method: 'GET', path: '/orders/{id}', handle: (request) => getOrder(app, request) },
  { method: 'GET', path: '/merchants/orders/reference-id/{reference}', handle: (request) => getOrder(app, request) },
  { method: 'POST', path: '/orders/{id}/authorise', handle: (request) => authorise(app, request) },
  { method: 'POST', path: '/orders/{id}/cancel', handle: (request) => cancel(app, request) },
  { method: 'POST', path: '/payments/capture', handle: (request) => capture(app, request) },
  { method: 'POST', path: '/payments/simplified-refund/{id}', handle: (request) => refund(app, request) },
  { method: 'GET', path: '/page/{id}', handle: (request) => showPage(app, request) },
  { method: 'POST', path: '/page/{id}', handle: (request) => submitPage(app, request) },
];

const controlRoutesOf = (app: TamaraApp): Route[] => [
  control('GET', '/_control/', () => ({ account: app.state.account, orders: app.state.orders })),
  control('GET', '/_control/account', () => app.state.account),
  control('GET', '/_control/records', () => app.state.orders),
  control('POST', '/_control/act', (request) => {
    const { reference, act = 'approve' } = readJson(request);
    if (typeof reference !== 'string') throw new ControlRefusal('reference must name an order.');
    if (act !== 'approve' && act !== 'decline') throw new ControlRefusal('act must be approve or decline.');
    return actAsBuyer(app, findOrder(app, reference), act);
  }),
  control('POST', '/_control/credentials', (request) => {
    const { revoked } = readJson(request);
    if (typeof revoked !== 'boolean') throw new ControlRefusal('revoked must be true or false.');
    app.state.account.isRevoked = revoked;
    return { revoked };
  }),
];

/** The token of another key. */
function forge({ url, headers, ...callback }: Callback): Callback {
  const token = signToken('another key', { iss: 'Tamara' });
  const address = new URL(url);
  address.searchParams.set('tamaraToken', token);
  return { ...callback, url: address.href, headers: { ...headers, authorization: `Bearer ${token}` } };
}
