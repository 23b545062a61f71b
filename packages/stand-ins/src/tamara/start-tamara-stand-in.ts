import { type Callback, type CallbackAttempt, type CallbackFault, CallbackSender } from '../server/callback-sender.ts';
import { StandInClock } from '../server/clock.ts';
import { control, ControlRefusal, readJson, sharedControlRoutes } from '../server/control-routes.ts';
import { Faults } from '../server/faults.ts';
import { json, type Route } from '../server/route.ts';
import { type RequestRecord, startServer } from '../server/start-server.ts';
import { openState } from '../server/state-file.ts';
import { actAsBuyer, type BuyerAct, findOrder, showPage, submitPage } from './buyer.ts';
import { arm, signToken } from './change-order.ts';
import { createCheckout, preCheck } from './checkout.ts';
import { authorise, cancel, capture, getOrder, refund } from './orders.ts';
import { TamaraRefusal } from './refusal.ts';
import { type Country, createState, type Order, type TamaraAccount, type TamaraState } from './state.ts';
import type { TamaraApp } from './tamara-app.ts';

export interface TamaraOptions {
  /** Any free one by default. */
  readonly port?: number;
  /** A file that keeps everything over a restart. */
  readonly stateFile?: string;
  /** A clock that tests move. */
  readonly clock?: StandInClock;
  /** Waits before each repetition of a notification that failed. */
  readonly retryDelaysMs?: readonly number[];
  readonly callbackTimeoutMs?: number;
  /** The country of the account; `SA` by default. */
  readonly country?: Country;
}

export interface TamaraStandIn {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly account: Pick<TamaraAccount, 'apiToken' | 'notificationToken' | 'country'>;
  readonly clock: StandInClock;
  readonly faults: Faults;
  /** Requests that arrived, oldest first. */
  readonly requests: readonly RequestRecord[];
  /** Attempts to deliver notifications, oldest first. */
  readonly callbacks: readonly CallbackAttempt[];
  /** Spoils the next notifications, one fault each. */
  spoilCallbacks(...faults: readonly CallbackFault[]): void;
  replayCallback(id: number): boolean;
  /** Resolves when every notification that is due has its answer. */
  idle(): Promise<void>;
  /** The buyer agrees, or is declined. @param reference Tamara's id, or the merchant's reference */
  act(reference: string, act?: BuyerAct): Order;
  order(reference: string): Order;
  /** Whether an order is captured as soon as it is authorised; not by default. */
  captureAtOnce(isAtOnce: boolean): void;
  /** From now on every request is refused; `false` accepts them again. */
  revokeCredentials(isRevoked?: boolean): void;
  /** A copy of everything that it remembers. */
  snapshot(): TamaraState;
  close(): Promise<void>;
}

/** How often Tamara retries is not documented. */
const defaultRetryDelaysMs = [5_000, 30_000, 120_000, 600_000];

/** Starts a stand-in for Tamara on the loopback interface. @throws Error the port is taken, or the state file cannot be read */
export async function startTamaraStandIn(options: TamaraOptions = {}): Promise<TamaraStandIn> {
  const clock = options.clock ?? new StandInClock();
  const faults = new Faults();
  const { state, mark, save } = openState({
    path: options.stateFile,
    create: () => createState(options.country ?? 'SA'),
    collections: ['orders'],
  });
  const callbacks = new CallbackSender({
    clock,
    queue: state.callbacks,
    save,
    forge,
    retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
    timeoutMs: options.callbackTimeoutMs ?? 10_000,
    isAccepted: (code) => code === 200,
  });
  let url = '';
  const app: TamaraApp = { state, mark, save, clock, callbacks, url: () => url };
  const server = await startServer({
    ...(options.port !== undefined && { port: options.port }),
    routes: routesOf(app),
    controlRoutes: [...sharedControlRoutes({ faults, callbacks, clock }), ...controlRoutesOf(app)],
    faults,
    refuse: (reason) => json({ not_found: 404, method: 405, too_large: 413 }[reason], { message: 'Not found' }),
    answerThrown: (thrown) => (thrown instanceof TamaraRefusal ? thrown.answer : undefined),
    afterRequest: save,
  });
  ({ url } = server);
  for (const order of state.orders) arm(app, order);
  callbacks.resume();
  /** Does something outside a request, and keeps it. */
  const kept = <T>(act: () => T): T => {
    try {
      return act();
    } finally {
      save();
    }
  };
  const { apiToken, notificationToken, country } = state.account;
  return {
    url,
    account: { apiToken, notificationToken, country },
    clock,
    faults,
    requests: server.requests,
    callbacks: callbacks.attempts,
    spoilCallbacks: (...spoiled) => callbacks.spoil(...spoiled),
    replayCallback: (id) => callbacks.replay(id),
    idle: () => callbacks.idle(),
    act: (reference, act = 'approve') => kept(() => structuredClone(actAsBuyer(app, findOrder(app, reference), act))),
    order: (reference) => structuredClone(findOrder(app, reference)),
    captureAtOnce: (isAtOnce) => kept(() => void (state.account.capturesAtOnce = isAtOnce)),
    revokeCredentials: (isRevoked = true) => kept(() => void (state.account.isRevoked = isRevoked)),
    snapshot: () => structuredClone(state),
    close: async () => {
      clock.stop();
      await server.close();
      await callbacks.close();
      save();
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
