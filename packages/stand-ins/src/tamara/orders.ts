import { type Answer, json, type StandInRequest } from '../server/route.ts';
import { addCancellation, addCapture, addRefund, changeStatus } from './change-order.ts';
import { TamaraRefusal } from './refusal.ts';
import {
  authenticate,
  money,
  moneyOf,
  objectOf,
  openAmountOf,
  orderOf,
  readBody,
  sumOf,
  type TamaraApp,
  textOf,
} from './tamara-app.ts';
import type { Movement, Order } from './state.ts';

/** `GET /orders/{id}` and `GET /merchants/orders/reference-id/{reference}` */
export function getOrder(app: TamaraApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const { id, reference } = request.params;
  const found =
    reference === undefined ? id : app.state.orders.find(({ referenceId }) => referenceId === reference)?.id;
  return json(200, renderOrder(app, orderOf(app, found)));
}

/** `POST /orders/{id}/authorise`: takes up an approved order. */
export function authorise(app: TamaraApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const order = orderOf(app, request.params['id']);
  if (order.status !== 'approved') throw new TamaraRefusal(409, `The order is ${order.status}`, 'order_status_invalid');
  changeStatus(app, order, 'authorised');
  const capture = app.state.account.capturesAtOnce ? addCapture(app, order, openAmountOf(order)) : undefined;
  return json(200, {
    order_id: order.id,
    status: order.status,
    order_expiry_time: new Date(order.expiresAt).toISOString(),
    payment_type: 'PAY_BY_INSTALMENTS',
    auto_captured: capture !== undefined,
    authorized_amount: money(app, order.amount),
    ...(capture && { capture_id: capture.id }),
  });
}

const openStatuses = ['authorised', 'updated', 'partially_captured'];

/** `POST /payments/capture`: all or a part. It has no idempotency: each request captures. */
export function capture(app: TamaraApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const body = readBody(request);
  const order = orderOf(app, body['order_id']);
  const amount = moneyOf(app, body, 'total_amount');
  const shipping = objectOf(body, 'shipping_info');
  textOf(shipping, 'shipping_company');
  if (Number.isNaN(Date.parse(textOf(shipping, 'shipped_at')))) throw new TamaraRefusal(400, 'shipped_at is invalid');
  if (!openStatuses.includes(order.status))
    throw new TamaraRefusal(409, `The order is ${order.status}`, 'order_status_invalid');
  if (amount > openAmountOf(order))
    throw new TamaraRefusal(400, 'The amount is more than what is left', 'invalid_amount');
  const movement = addCapture(app, order, amount);
  return json(200, {
    capture_id: movement.id,
    order_id: order.id,
    status: order.status,
    captured_amount: money(app, sumOf(order.captures)),
  });
}

/** `POST /orders/{id}/cancel`: all or a part, before the first capture. */
export function cancel(app: TamaraApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const order = orderOf(app, request.params['id']);
  const amount = moneyOf(app, readBody(request), 'total_amount');
  if (order.status !== 'authorised' && order.status !== 'updated')
    throw new TamaraRefusal(409, `The order is ${order.status}`, 'order_status_invalid');
  if (amount > openAmountOf(order))
    throw new TamaraRefusal(400, 'The amount is more than what is left', 'invalid_amount');
  const movement = addCancellation(app, order, amount);
  return json(200, {
    cancel_id: movement.id,
    order_id: order.id,
    status: order.status,
    canceled_amount: money(app, amount),
  });
}

/** `POST /payments/simplified-refund/{id}`: `merchant_refund_id` is kept, and each request refunds. */
export function refund(app: TamaraApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const order = orderOf(app, request.params['id']);
  const body = readBody(request);
  const amount = moneyOf(app, body, 'total_amount');
  const comment = textOf(body, 'comment');
  if (!['partially_captured', 'fully_captured', 'partially_refunded'].includes(order.status))
    throw new TamaraRefusal(409, `The order is ${order.status}`, 'order_status_invalid');
  if (amount > sumOf(order.captures) - sumOf(order.refunds))
    throw new TamaraRefusal(400, 'The amount is more than what was captured', 'invalid_amount');
  const merchantRefundId = body['merchant_refund_id'] === undefined ? null : textOf(body, 'merchant_refund_id');
  const movement = addRefund(app, order, { amount, merchantRefundId });
  return json(200, {
    order_id: order.id,
    refund_id: movement.id,
    capture_id: order.captures[0]?.id,
    comment,
    status: order.status,
    refunded_amount: money(app, amount),
  });
}

function renderOrder(app: TamaraApp, order: Order): Readonly<Record<string, unknown>> {
  const list = (movements: readonly Movement[], name: string) =>
    movements.map(({ id, amount, merchantRefundId, createdAt }) => ({
      [`${name}_id`]: id,
      order_id: order.id,
      total_amount: money(app, amount),
      ...(merchantRefundId !== null && { merchant_refund_id: merchantRefundId }),
      created_at: new Date(createdAt).toISOString(),
    }));
  return {
    order_id: order.id,
    order_reference_id: order.referenceId,
    order_number: order.referenceId,
    description: order.description,
    status: order.status,
    payment_type: 'PAY_BY_INSTALMENTS',
    total_amount: money(app, order.amount),
    captured_amount: money(app, sumOf(order.captures)),
    refunded_amount: money(app, sumOf(order.refunds)),
    canceled_amount: money(app, sumOf(order.cancellations)),
    consumer: order.consumer,
    transactions: {
      captures: list(order.captures, 'capture'),
      refunds: list(order.refunds, 'refund'),
      cancellations: list(order.cancellations, 'cancel'),
    },
    created_at: new Date(order.createdAt).toISOString(),
    order_expiry_time: new Date(order.expiresAt).toISOString(),
  };
}
