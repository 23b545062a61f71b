import { type Callback, type CallbackAttempt, type CallbackFault, CallbackSender } from '../server/callback-sender.ts';
import { StandInClock } from '../server/clock.ts';
import { control, ControlRefusal, readJson, sharedControlRoutes } from '../server/control-routes.ts';
import { Faults } from '../server/faults.ts';
import { json, type Route } from '../server/route.ts';
import { type RequestRecord, startServer } from '../server/start-server.ts';
import { openState } from '../server/state-file.ts';
import { actAsBuyer, type BuyerAct, findPayment, showSession, submitSession } from './buyer.ts';
import { arm } from './change-payment.ts';
import { createSession } from './create-session.ts';
import { capturePayment, closePayment, getPayment, listPayments, refundPayment } from './payments.ts';
import { TabbyRefusal } from './refusal.ts';
import { createState, type Market, type Payment, type TabbyAccount, type TabbyState } from './state.ts';
import type { TabbyApp } from './tabby-app.ts';
import { listWebhooks, registerWebhook, updateWebhook } from './webhooks.ts';

export interface TabbyOptions {
  /** Any free one by default. */
  readonly port?: number;
  /** A file that keeps everything over a restart. */
  readonly stateFile?: string;
  /** A clock that tests move. */
  readonly clock?: StandInClock;
  /** Waits before each repetition of a notification that failed. */
  readonly retryDelaysMs?: readonly number[];
  readonly callbackTimeoutMs?: number;
  /** The country of the account; `AE` by default. */
  readonly market?: Market;
}

export interface TabbyStandIn {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly account: Pick<TabbyAccount, 'secretKey' | 'merchantCode' | 'market'>;
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
  /** The buyer agrees, or is rejected. @param reference Tabby's id, or the merchant's reference */
  act(reference: string, act?: BuyerAct): Payment;
  payment(reference: string): Payment;
  /** From now on the payment is disputed, and refuses refunds. */
  dispute(reference: string): void;
  /** From now on every request is refused; `false` accepts them again. */
  revokeCredentials(isRevoked?: boolean): void;
  /** A copy of everything that it remembers. */
  snapshot(): TabbyState;
  close(): Promise<void>;
}

/** Four repetitions, one to four minutes apart. */
const defaultRetryDelaysMs = [60_000, 120_000, 180_000, 240_000];

/** Starts a stand-in for Tabby on the loopback interface. @throws Error the port is taken, or the state file cannot be read */
export async function startTabbyStandIn(options: TabbyOptions = {}): Promise<TabbyStandIn> {
  const clock = options.clock ?? new StandInClock();
  const faults = new Faults();
  const { state, mark, save } = openState({
    path: options.stateFile,
    create: () => createState(options.market ?? 'AE'),
    collections: ['payments'],
  });
  const callbacks = new CallbackSender({
    clock,
    queue: state.callbacks,
    save,
    forge,
    retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
    timeoutMs: options.callbackTimeoutMs ?? 60_000,
    isAccepted: (code) => code === 200,
  });
  let url = '';
  const app: TabbyApp = { state, mark, save, clock, callbacks, url: () => url };
  const server = await startServer({
    ...(options.port !== undefined && { port: options.port }),
    routes: routesOf(app),
    controlRoutes: [...sharedControlRoutes({ faults, callbacks, clock }), ...controlRoutesOf(app)],
    faults,
    refuse: (reason) => json({ not_found: 404, method: 405, too_large: 413 }[reason], '404 page not found'),
    answerThrown: (thrown) => (thrown instanceof TabbyRefusal ? thrown.answer : undefined),
    afterRequest: save,
  });
  ({ url } = server);
  for (const payment of state.payments) arm(app, payment);
  callbacks.resume();
  /** Does something outside a request, and keeps it. */
  const kept = <T>(act: () => T): T => {
    try {
      return act();
    } finally {
      save();
    }
  };
  const { secretKey, merchantCode, market } = state.account;
  return {
    url,
    account: { secretKey, merchantCode, market },
    clock,
    faults,
    requests: server.requests,
    callbacks: callbacks.attempts,
    spoilCallbacks: (...spoiled) => callbacks.spoil(...spoiled),
    replayCallback: (id) => callbacks.replay(id),
    idle: () => callbacks.idle(),
    act: (reference, act = 'approve') => kept(() => structuredClone(actAsBuyer(app, findPayment(app, reference), act))),
    payment: (reference) => structuredClone(findPayment(app, reference)),
    dispute: (reference) => kept(() => void (findPayment(app, reference).isDisputed = true)),
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

const routesOf = (app: TabbyApp): Route[] => [
  { method: 'POST', path: '/api/v2/checkout', handle: (request) => createSession(app, request) },
  { method: 'GET', path: '/api/v2/payments', handle: (request) => listPayments(app, request) },
  { method: 'GET', path: '/api/v2/payments/{id}', handle: (request) => getPayment(app, request) },
  { method: 'POST', path: '/api/v2/payments/{id}/captures', handle: (request) => capturePayment(app, request) },
  { method: 'POST', path: '/api/v2/payments/{id}/refunds', handle: (request) => refundPayment(app, request) },
  { method: 'POST', path: '/api/v2/payments/{id}/close', handle: (request) => closePayment(app, request) },
  { method: 'GET', path: '/api/v1/webhooks', handle: (request) => listWebhooks(app, request) },
  { method: 'POST', path: '/api/v1/webhooks', handle: (request) => registerWebhook(app, request) },
  { method: 'PUT', path: '/api/v1/webhooks/{id}', handle: (request) => updateWebhook(app, request) },
  { method: 'GET', path: '/checkout/{id}', handle: (request) => showSession(app, request) },
  { method: 'POST', path: '/checkout/{id}', handle: (request) => submitSession(app, request) },
];

const controlRoutesOf = (app: TabbyApp): Route[] => [
  control('GET', '/_control/', () => ({ account: app.state.account, payments: app.state.payments })),
  control('GET', '/_control/account', () => app.state.account),
  control('GET', '/_control/records', () => app.state.payments),
  control('POST', '/_control/act', (request) => {
    const { reference, act = 'approve' } = readJson(request);
    if (typeof reference !== 'string') throw new ControlRefusal('reference must name a payment.');
    if (act !== 'approve' && act !== 'reject') throw new ControlRefusal('act must be approve or reject.');
    return actAsBuyer(app, findPayment(app, reference), act);
  }),
  control('POST', '/_control/credentials', (request) => {
    const { revoked } = readJson(request);
    if (typeof revoked !== 'boolean') throw new ControlRefusal('revoked must be true or false.');
    app.state.account.isRevoked = revoked;
    return { revoked };
  }),
];

/** Another value in the header that the merchant chose. */
const forge = ({ headers, ...callback }: Callback): Callback => ({
  ...callback,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'content-type' ? value : 'forged']),
  ),
});
