import type { Callback } from '../server/callback-sender.ts';
import { control, ControlRefusal, readJson } from '../server/control-routes.ts';
import { json, type Route } from '../server/route.ts';
import { type StandIn, type StandInOptions, startStandIn } from '../server/start-stand-in.ts';
import { actAsBuyer, type BuyerAct, findPayment, showSession, submitSession } from './buyer.ts';
import { arm } from './change-payment.ts';
import { createSession } from './create-session.ts';
import { capturePayment, closePayment, getPayment, listPayments, refundPayment } from './payments.ts';
import { TabbyRefusal } from './refusal.ts';
import { createState, type Market, type Payment, type TabbyAccount, type TabbyState } from './state.ts';
import type { TabbyApp } from './tabby-app.ts';
import { listWebhooks, registerWebhook, updateWebhook } from './webhooks.ts';

export interface TabbyOptions extends StandInOptions {
  /** The country of the account; `AE` by default. */
  readonly market?: Market;
}

export interface TabbyStandIn extends StandIn<TabbyState> {
  readonly account: Pick<TabbyAccount, 'secretKey' | 'merchantCode' | 'market'>;
  /** The buyer agrees, or is rejected. @param reference Tabby's id, or the merchant's reference */
  act(reference: string, act?: BuyerAct): Payment;
  payment(reference: string): Payment;
  /** From now on the payment is disputed, and refuses refunds. */
  dispute(reference: string): void;
  /** From now on every request is refused; `false` accepts them again. */
  revokeCredentials(isRevoked?: boolean): void;
}

const minuteMs = 60_000;

/** Starts a stand-in for Tabby on the loopback interface. @throws Error the port is taken, or the state file cannot be read */
export async function startTabbyStandIn(options: TabbyOptions = {}): Promise<TabbyStandIn> {
  const { app, shared, kept } = await startStandIn<TabbyState, TabbyApp>(options, {
    create: () => createState(options.market ?? 'AE'),
    collections: ['payments'],
    retryDelaysMs: [minuteMs, 2 * minuteMs, 3 * minuteMs, 4 * minuteMs],
    callbackTimeoutMs: minuteMs,
    forge,
    isAccepted: (status) => status === 200,
    toApp: (base) => base,
    routes: routesOf,
    controlRoutes: controlRoutesOf,
    refuse: (reason) => json({ not_found: 404, method: 405, too_large: 413 }[reason], '404 page not found'),
    answerThrown: (thrown) => (thrown instanceof TabbyRefusal ? thrown.answer : undefined),
    resume: (started) => started.state.payments.forEach((payment) => arm(started, payment)),
  });
  const { account } = app.state;
  const { secretKey, merchantCode, market } = account;
  return {
    ...shared,
    account: { secretKey, merchantCode, market },
    act: (reference, act = 'approve') => kept(() => structuredClone(actAsBuyer(app, findPayment(app, reference), act))),
    payment: (reference) => structuredClone(findPayment(app, reference)),
    dispute: (reference) => kept(() => void (findPayment(app, reference).isDisputed = true)),
    revokeCredentials: (isRevoked = true) => kept(() => void (account.isRevoked = isRevoked)),
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
