import { createHmac, randomUUID } from 'node:crypto';
import { openAmountOf, sumOf, type TamaraApp } from './tamara-app.ts';
import type { Movement, Order, OrderStatus } from './state.ts';

/** An approved order that its merchant does not authorise lapses. */
export const approvalMs = 72 * 60 * 60_000;
/** Tamara captures what its merchant has not captured by then. */
export const autoCaptureMs = 21 * 24 * 60 * 60_000;

const events: Readonly<Partial<Record<OrderStatus, string>>> = {
  approved: 'order_approved',
  authorised: 'order_authorised',
  declined: 'order_declined',
  expired: 'order_expired',
  canceled: 'order_canceled',
  updated: 'order_canceled',
  partially_captured: 'order_captured',
  fully_captured: 'order_captured',
  partially_refunded: 'order_refunded',
  fully_refunded: 'order_refunded',
};

/** Changes the status of an order and notifies its merchant. */
export function changeStatus(app: TamaraApp, order: Order, status: OrderStatus): void {
  order.status = status;
  if (status === 'approved') order.approvedAt = app.clock.now();
  if (status === 'authorised') order.authorisedAt = app.clock.now();
  app.mark('orders', order);
  notify(app, order);
  arm(app, order);
}

export function addCapture(app: TamaraApp, order: Order, amount: number): Movement {
  const movement = movementOf(app, amount);
  order.captures.push(movement);
  changeStatus(app, order, openAmountOf(order) === 0 ? 'fully_captured' : 'partially_captured');
  return movement;
}

export function addRefund(
  app: TamaraApp,
  order: Order,
  { amount, merchantRefundId }: Pick<Movement, 'amount' | 'merchantRefundId'>,
): Movement {
  const movement = movementOf(app, amount, merchantRefundId);
  order.refunds.push(movement);
  const isFull = sumOf(order.refunds) === sumOf(order.captures);
  changeStatus(app, order, isFull ? 'fully_refunded' : 'partially_refunded');
  return movement;
}

/** Releases a part, which leaves the order `updated`, or all of it. */
export function addCancellation(app: TamaraApp, order: Order, amount: number): Movement {
  const movement = movementOf(app, amount);
  order.cancellations.push(movement);
  changeStatus(app, order, openAmountOf(order) === 0 ? 'canceled' : 'updated');
  return movement;
}

const movementOf = ({ clock }: TamaraApp, amount: number, merchantRefundId: string | null = null): Movement => ({
  id: randomUUID(),
  amount,
  merchantRefundId,
  createdAt: clock.now(),
});

/** Plans what the clock does to an order. */
export function arm(app: TamaraApp, order: Order): void {
  const at = (time: number, status: OrderStatus, act: () => void): void =>
    void app.clock.after(Math.max(0, time - app.clock.now()), () => {
      if (order.status !== status) return;
      act();
      app.save();
    });
  const { status, expiresAt, approvedAt, authorisedAt, createdAt } = order;
  if (status === 'new') at(expiresAt, 'new', () => changeStatus(app, order, 'expired'));
  if (status === 'approved')
    at((approvedAt ?? createdAt) + approvalMs, 'approved', () => changeStatus(app, order, 'expired'));
  if (status === 'authorised' || status === 'updated')
    at((authorisedAt ?? createdAt) + autoCaptureMs, status, () => addCapture(app, order, openAmountOf(order)));
}

/** Notifies the address of the order. The token proves who sends it, and says nothing about the body. */
function notify(app: TamaraApp, order: Order): void {
  const { account } = app.state;
  const token = signToken(account.notificationToken, { iss: 'Tamara', iat: Math.floor(app.clock.now() / 1000) });
  const url = new URL(order.urls.notification);
  url.searchParams.set('tamaraToken', token);
  app.callbacks.send({
    url: url.href,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      order_id: order.id,
      order_reference_id: order.referenceId,
      order_number: order.referenceId,
      event_type: events[order.status],
      order_status: order.status,
      data: {},
    }),
  });
}

/** A JWT, signed HS256. */
export function signToken(secret: string, claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
