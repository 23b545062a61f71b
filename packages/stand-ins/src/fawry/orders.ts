import { randomUUID } from 'node:crypto';
import type { FawryApp } from './fawry-app.ts';
import { renderOrder } from './render-order.ts';
import type { Order, OrderStatus } from './state.ts';

/** Changes the status of an order and notifies its merchant. */
export function changeStatus(app: FawryApp, order: Order, status: OrderStatus): void {
  order.status = status;
  app.mark('orders', order);
  notify(app, order);
}

/** Plans a notification v2, to the address of the order or the registered one; without either there is none. */
function notify(app: FawryApp, order: Order): void {
  const url = order.webhookUrl ?? app.state.account.webhookUrl;
  if (url === null) return;
  app.callbacks.send({
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(renderOrder(app.state.account, order, randomUUID())),
  });
}

/** Lets an order expire on time. */
export function armExpiry(app: FawryApp, order: Order): void {
  app.clock.after(Math.max(0, order.expiresAt - app.clock.now()), () => {
    if (order.status !== 'NEW') return;
    changeStatus(app, order, 'EXPIRED');
    app.save();
  });
}
