import { type Answer, json, type StandInRequest } from '../server/route.ts';
import { addCapture, addRefund, changeStatus } from './change-payment.ts';
import { TabbyRefusal } from './refusal.ts';
import { renderPayment } from './render-payment.ts';
import { amountOf, authenticate, paymentOf, readBody, sumOf, type TabbyApp, textOf } from './tabby-app.ts';
import type { Movement, Payment } from './state.ts';

/** Refunds are possible for so long after the payment was made. */
const refundMs = 180 * 24 * 60 * 60_000;

/** The most that one page has. */
const maxListed = 20;

/** `GET /api/v2/payments`: those that are AUTHORIZED or CLOSED, newest first; `created_at__gte` and `created_at__lte` are days. */
export function listPayments(app: TabbyApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const { query } = request;
  const limit = numberOf(query, 'limit', maxListed);
  const offset = numberOf(query, 'offset', 0);
  if (limit < 1 || limit > maxListed) throw new TabbyRefusal(400, 'invalid limit');
  const from = dayOf(query, 'created_at__gte') ?? -Infinity;
  const to = dayOf(query, 'created_at__lte') ?? Infinity;
  const payments = app.state.payments.filter(
    ({ status, createdAt }) => ['AUTHORIZED', 'CLOSED'].includes(status) && createdAt >= from && createdAt <= to,
  );
  return json(200, {
    payments: payments
      .toReversed()
      .slice(offset, offset + limit)
      .map((each) => renderPayment(app, each)),
    pagination: { limit, offset, total_count: payments.length },
  });
}

function numberOf(query: URLSearchParams, name: string, byDefault: number): number {
  const value = query.get(name);
  if (value !== null && !/^\d{1,9}$/.test(value)) throw new TabbyRefusal(400, `invalid ${name}`);
  return value === null ? byDefault : Number(value);
}

/** The start of a day, milliseconds since 1970. */
function dayOf(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw new TabbyRefusal(400, `invalid ${name}`);
  return at;
}

/** `GET /api/v2/payments/{id}` */
export function getPayment(app: TabbyApp, request: StandInRequest): Answer {
  authenticate(app, request);
  return json(200, renderPayment(app, paymentOf(app, request.params['id'])));
}

/** `POST …/captures`: `reference_id` is the idempotency key. */
export function capturePayment(app: TabbyApp, request: StandInRequest): Answer {
  const { payment, movement } = readMovement(app, request);
  if (!isRepeated(payment.captures, movement)) {
    if (payment.status !== 'AUTHORIZED') throw new TabbyRefusal(400, 'could not capture not authorized payments');
    if (movement.amount > payment.amount - sumOf(payment.captures))
      throw new TabbyRefusal(400, 'capture exceeds the payment');
    addCapture(app, payment, movement);
  }
  return json(200, renderPayment(app, payment));
}

/** `POST …/refunds`: `reference_id` is the idempotency key. Refunds cannot be undone. */
export function refundPayment(app: TabbyApp, request: StandInRequest): Answer {
  const { payment, movement } = readMovement(app, request);
  if (!isRepeated(payment.refunds, movement)) {
    if (payment.isDisputed) throw new TabbyRefusal(409, 'payment is disputed');
    if (payment.status !== 'CLOSED' || payment.captures.length === 0)
      throw new TabbyRefusal(400, 'can not refund payment that has no captures and not closed');
    if (movement.amount > sumOf(payment.captures) - sumOf(payment.refunds))
      throw new TabbyRefusal(400, 'refund exceeds the captures');
    if (app.clock.now() > payment.createdAt + refundMs) throw new TabbyRefusal(400, 'refund period is over');
    addRefund(app, payment, movement);
  }
  return json(200, renderPayment(app, payment));
}

/** `POST …/close`: releases what is not captured. */
export function closePayment(app: TabbyApp, request: StandInRequest): Answer {
  authenticate(app, request);
  const payment = paymentOf(app, request.params['id']);
  if (payment.status === 'CLOSED') throw new TabbyRefusal(400, 'already closed');
  if (payment.status !== 'AUTHORIZED') throw new TabbyRefusal(400, 'could not close not authorized payments');
  changeStatus(app, payment, 'CLOSED');
  return json(200, renderPayment(app, payment));
}

type RequestedMovement = Pick<Movement, 'amount' | 'referenceId'>;

function readMovement(app: TabbyApp, request: StandInRequest): { payment: Payment; movement: RequestedMovement } {
  authenticate(app, request);
  const payment = paymentOf(app, request.params['id']);
  const body = readBody(request);
  const referenceId = body['reference_id'] === undefined ? '' : textOf(body, 'reference_id');
  return { payment, movement: { amount: amountOf(app, body, 'amount'), referenceId } };
}

/** Whether the movement was made before. One without a reference never was. */
const isRepeated = (made: readonly Movement[], { referenceId }: RequestedMovement): boolean =>
  referenceId !== '' && made.some((each) => each.referenceId === referenceId);
