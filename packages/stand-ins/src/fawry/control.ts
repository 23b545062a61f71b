import { control, ControlRefusal, readJson } from '../server/control-routes.ts';
import type { Route } from '../server/route.ts';
import type { FawryApp } from './fawry-app.ts';
import { changeStatus } from './orders.ts';
import type { Order } from './state.ts';

export type BuyerAct = 'paid' | 'failed' | 'stolen';

/** The order of a reference, the merchant's or Fawry's. */
export function findOrder({ state }: FawryApp, reference: string | number): Order {
  const order = state.orders.find(
    ({ id, merchantRefNum }) => String(id) === String(reference) || merchantRefNum === String(reference),
  );
  if (!order) throw new ControlRefusal(`There is no order ${reference}.`);
  return order;
}

/** The buyer pays, also after the order was canceled or has expired: an outlet may have opened it before. Or a wallet declines. */
export function actAsBuyer(app: FawryApp, reference: string | number, act: BuyerAct): Order {
  const order = findOrder(app, reference);
  if (order.paidAt !== null) throw new ControlRefusal('The order is paid.');
  if (act !== 'paid') {
    order.failure = {
      code: act === 'stolen' ? '99904' : '99905',
      reason: 'The issuer is unwilling to process the transaction.',
    };
    changeStatus(app, order, 'FAILED');
  } else {
    order.failure = null;
    order.paidAt = app.clock.now();
    changeStatus(app, order, 'PAID');
  }
  return order;
}

/** What only this stand-in's control can do, by HTTP. */
export const fawryControlRoutes = (app: FawryApp): Route[] => [
  control('GET', '/_control/', () => ({ account: app.state.account, orders: app.state.orders })),
  control('GET', '/_control/account', () => app.state.account),
  control('GET', '/_control/records', () => app.state.orders),
  control('POST', '/_control/pay', (request) => {
    const { reference, outcome = 'paid' } = readJson(request);
    if (typeof reference !== 'string' && typeof reference !== 'number')
      throw new ControlRefusal('reference must name an order.');
    if (outcome !== 'paid' && outcome !== 'failed' && outcome !== 'stolen')
      throw new ControlRefusal('outcome must be one of paid, failed, stolen.');
    return actAsBuyer(app, reference, outcome);
  }),
  control('POST', '/_control/credentials', (request) => {
    const { revoked } = readJson(request);
    if (typeof revoked !== 'boolean') throw new ControlRefusal('revoked must be true or false.');
    app.state.account.isRevoked = revoked;
    return { revoked };
  }),
];
