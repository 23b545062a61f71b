import { control, ControlRefusal, readJson } from '../server/control-routes.ts';
import { html, type Route } from '../server/route.ts';
import type { Kind } from './account.ts';
import {
  disputeByControl,
  listRecords,
  payByControl,
  planByControl,
  settleByControl,
  type ControlledPayment,
} from './control.ts';
import { renderDashboard } from './page/dashboard.ts';
import type { Operation, PaymobApp } from './paymob-app.ts';
import type { OutcomeName } from './state.ts';

const outcomes: readonly OutcomeName[] = [
  'approved',
  'declined',
  'insufficient_funds',
  'stolen_card',
  'expired_card',
  'wrong_cvv',
  'authentication_failed',
  'canceled',
  'gateway_error',
  'pending',
];
const kinds: readonly Kind[] = ['card', 'apple_pay', 'google_pay', 'wallet', 'kiosk', 'instalments'];
const operations: readonly Operation[] = ['refund', 'void', 'capture'];

/** What only this stand-in's control can do, by HTTP. */
export const paymobControlRoutes = (app: PaymobApp): Route[] => [
  { method: 'GET', path: '/_control/', handle: () => html(200, renderDashboard(app).text) },
  control('GET', '/_control/account', () => app.state.account),
  control('GET', '/_control/records', () => listRecords(app)),
  control('POST', '/_control/pay', (request) => {
    const { reference, method, outcome = 'approved', saveCard = false } = readJson(request);
    if (typeof reference !== 'string' && typeof reference !== 'number')
      throw new ControlRefusal('reference must name an intention.');
    const payment: ControlledPayment = {
      outcome: oneOf('outcome', outcome, outcomes),
      saveCard: saveCard === true,
      ...(method !== undefined && { method: oneOf('method', method, kinds) }),
    };
    return payByControl(app, reference, payment);
  }),
  control('POST', '/_control/transactions/{id}/settle', (request) => {
    const { outcome = 'approved' } = readJson(request);
    return settleByControl(app, Number(request.params['id']), oneOf('outcome', outcome, outcomes));
  }),
  control('POST', '/_control/transactions/{id}/dispute', (request) => {
    const { amount } = readJson(request);
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0)
      throw new ControlRefusal('amount must be an integer of minor units.');
    return disputeByControl(app, Number(request.params['id']), amount);
  }),
  control('POST', '/_control/plan', (request) => {
    const { operation, outcomes: planned } = readJson(request);
    if (!Array.isArray(planned)) throw new ControlRefusal('outcomes must be a list.');
    const read = planned.map((each: unknown) => oneOf('outcomes', each, ['declined', 'pending'] as const));
    planByControl(app, oneOf('operation', operation, operations), read);
    return app.planned;
  }),
  control('POST', '/_control/credentials', (request) => {
    const { revoked } = readJson(request);
    if (typeof revoked !== 'boolean') throw new ControlRefusal('revoked must be true or false.');
    app.state.account.isRevoked = revoked;
    return { revoked };
  }),
];

function oneOf<T extends string>(name: string, value: unknown, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new ControlRefusal(`${name} must be one of ${known.join(', ')}.`);
  return found;
}
