import type { Callback } from '../server/callback-sender.ts';
import { json, type Route } from '../server/route.ts';
import {
  type StandIn,
  type StandInOptions,
  startStandIn,
  undocumentedRetryDelaysMs,
} from '../server/start-stand-in.ts';
import { charge } from './charge.ts';
import { actAsBuyer, type BuyerAct, fawryControlRoutes, findOrder } from './control.ts';
import type { FawryApp } from './fawry-app.ts';
import { cancelUnpaid, refund, status } from './operations.ts';
import { armExpiry } from './orders.ts';
import { FawryRefusal } from './refusal.ts';
import { createState, type FawryAccount, type FawryState, type Order } from './state.ts';

export type FawryOptions = StandInOptions;

export interface FawryStandIn extends StandIn<FawryState> {
  readonly account: Pick<FawryAccount, 'merchantCode' | 'secureKey'>;
  /** The buyer pays, also late, or the wallet declines. @param reference the merchant's or Fawry's */
  pay(reference: string | number, act?: BuyerAct): Order;
  order(reference: string | number): Order;
  /** From now on every request is refused; `false` accepts them again. */
  revokeCredentials(isRevoked?: boolean): void;
  /** Whether cash that was paid at an outlet is refunded by API; not by default. */
  refundCash(isRefunded: boolean): void;
}

/** Starts a stand-in for Fawry on the loopback interface. @throws Error the port is taken, or the state file cannot be read */
export async function startFawryStandIn(options: StandInOptions = {}): Promise<FawryStandIn> {
  const { app, shared, kept } = await startStandIn<FawryState, FawryApp>(options, {
    create: createState,
    collections: ['orders'],
    retryDelaysMs: undocumentedRetryDelaysMs,
    callbackTimeoutMs: 10_000,
    forge,
    isAccepted: (status) => status === 200,
    toApp: (base) => base,
    routes: routesOf,
    controlRoutes: fawryControlRoutes,
    refuse: (reason) => json({ not_found: 404, method: 405, too_large: 413 }[reason], { message: reason }),
    answerThrown: (thrown) => (thrown instanceof FawryRefusal ? thrown.answer : undefined),
    resume: (started) => {
      for (const order of started.state.orders) if (order.status === 'NEW') armExpiry(started, order);
    },
  });
  const { account } = app.state;
  const { merchantCode, secureKey } = account;
  return {
    ...shared,
    account: { merchantCode, secureKey },
    pay: (reference, act = 'paid') => kept(() => structuredClone(actAsBuyer(app, reference, act))),
    order: (reference) => structuredClone(findOrder(app, reference)),
    revokeCredentials: (isRevoked = true) => kept(() => void (account.isRevoked = isRevoked)),
    refundCash: (isRefunded) => kept(() => void (account.refundsCash = isRefunded)),
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
