import { CallbackSender, type Callback, type CallbackAttempt, type CallbackFault } from '../server/callback-sender.ts';
import { StandInClock } from '../server/clock.ts';
import { sharedControlRoutes } from '../server/control-routes.ts';
import { Faults } from '../server/faults.ts';
import { json, type Route } from '../server/route.ts';
import { startServer, type RequestRecord } from '../server/start-server.ts';
import { openState } from '../server/state-file.ts';
import { charge } from './charge.ts';
import { actAsBuyer, type BuyerAct, fawryControlRoutes, findOrder } from './control.ts';
import type { FawryApp } from './fawry-app.ts';
import { cancelUnpaid, refund, status } from './operations.ts';
import { armExpiry } from './orders.ts';
import { FawryRefusal } from './refusal.ts';
import { createState, type FawryAccount, type FawryState, type Order } from './state.ts';

export interface FawryOptions {
  /** Any free one by default. */
  readonly port?: number;
  /** A file that keeps everything over a restart. */
  readonly stateFile?: string;
  /** A clock that tests move. */
  readonly clock?: StandInClock;
  /** Waits before each repetition of a notification that failed. */
  readonly retryDelaysMs?: readonly number[];
  readonly callbackTimeoutMs?: number;
}

export interface FawryStandIn {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly account: Pick<FawryAccount, 'merchantCode' | 'secureKey'>;
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
  /** The buyer pays, also late, or the wallet declines. @param reference the merchant's or Fawry's */
  pay(reference: string | number, act?: BuyerAct): Order;
  order(reference: string | number): Order;
  /** From now on every request is refused; `false` accepts them again. */
  revokeCredentials(isRevoked?: boolean): void;
  /** Whether cash that was paid at an outlet is refunded by API; not by default. */
  refundCash(isRefunded: boolean): void;
  /** A copy of everything that it remembers. */
  snapshot(): FawryState;
  close(): Promise<void>;
}

/** How often Fawry retries is not documented. */
const defaultRetryDelaysMs = [5_000, 30_000, 120_000, 600_000];

/** Starts a stand-in for Fawry on the loopback interface. @throws Error the port is taken, or the state file cannot be read */
export async function startFawryStandIn(options: FawryOptions = {}): Promise<FawryStandIn> {
  const clock = options.clock ?? new StandInClock();
  const faults = new Faults();
  const { state, mark, save } = openState({
    path: options.stateFile,
    create: createState,
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
  const app: FawryApp = { state, mark, save, clock, callbacks };
  const server = await startServer({
    ...(options.port !== undefined && { port: options.port }),
    routes: routesOf(app),
    controlRoutes: [...sharedControlRoutes({ faults, callbacks, clock }), ...fawryControlRoutes(app)],
    faults,
    refuse: (reason) => json({ not_found: 404, method: 405, too_large: 413 }[reason], { message: reason }),
    answerThrown: (thrown) => (thrown instanceof FawryRefusal ? thrown.answer : undefined),
    afterRequest: save,
  });
  for (const order of state.orders) if (order.status === 'NEW') armExpiry(app, order);
  callbacks.resume();

  /** Does something outside a request, and keeps it. */
  const kept = <T>(act: () => T): T => {
    try {
      return act();
    } finally {
      save();
    }
  };
  const { merchantCode, secureKey } = state.account;
  return {
    url: server.url,
    account: { merchantCode, secureKey },
    clock,
    faults,
    requests: server.requests,
    callbacks: callbacks.attempts,
    spoilCallbacks: (...spoiled) => callbacks.spoil(...spoiled),
    replayCallback: (id) => callbacks.replay(id),
    idle: () => callbacks.idle(),
    pay: (reference, act = 'paid') => kept(() => structuredClone(actAsBuyer(app, reference, act))),
    order: (reference) => structuredClone(findOrder(app, reference)),
    revokeCredentials: (isRevoked = true) => kept(() => (state.account.isRevoked = isRevoked)),
    refundCash: (isRefunded) => kept(() => (state.account.refundsCash = isRefunded)),
    snapshot: () => structuredClone(state),
    close: async () => {
      clock.stop();
      await server.close();
      await callbacks.close();
      save();
    },
  };
}

const routesOf = (app: FawryApp): Route[] => [
  { method: 'POST', path: '/ECommerceWeb/Fawry/payments/charge', handle: (request) => charge(app, request) },
  { method: 'POST', path: '/ECommerceWeb/api/payments/charge', handle: (request) => charge(app, request) },
  { method: 'GET', path: '/ECommerceWeb/Fawry/payments/status/v2', handle: (request) => status(app, request) },
  { method: 'POST', path: '/ECommerceWeb/Fawry/payments/refund', handle: (request) => refund(app, request) },
  {
    method: 'POST',
    path: '/ECommerceWeb/api/orders/cancel-unpaid-order',
    handle: (request) => cancelUnpaid(app, request),
  },
];

/** The signature of another key. */
const forge = (callback: Callback): Callback => ({
  ...callback,
  body: callback.body.replace(/("messageSignature":")[0-9a-f]{64}/, `$1${'0'.repeat(64)}`),
});
