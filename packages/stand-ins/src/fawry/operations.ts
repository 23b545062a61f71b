import { json, type Answer, type StandInRequest } from '../server/route.ts';
import { authenticate, type FawryApp, optionalText, piastresOf, readBody, textOf } from './fawry-app.ts';
import { changeStatus } from './orders.ts';
import { missingReference, notFound, wrongState } from './refusal.ts';
import { renderOrder } from './render-order.ts';
import { amountText } from './signature.ts';
import type { Order } from './state.ts';

const done = (): Answer =>
  json(200, { type: 'ResponseDataModel', statusCode: 200, statusDescription: 'Operation done successfully' });

/** `GET …/payments/status/v2`: the object of a notification. */
export function status(app: FawryApp, { query }: StandInRequest): Answer {
  const [merchantCode, merchantRefNumber] = [query.get('merchantCode') ?? '', query.get('merchantRefNumber') ?? ''];
  if (merchantRefNumber === '') throw missingReference();
  authenticate(app, { merchantCode, signature: query.get('signature') }, [merchantCode, merchantRefNumber]);
  const order = app.state.orders.find((each) => each.merchantRefNum === merchantRefNumber);
  if (!order) throw notFound();
  return json(200, renderOrder(app.state.account, order, `status-${order.id}`));
}

/** `POST …/payments/refund`: all or part of what was paid. It has no id and no idempotency key: each request refunds. */
export function refund(app: FawryApp, request: StandInRequest): Answer {
  const body = readBody(request);
  if ((body['referenceNumber'] ?? '') === '') throw missingReference();
  const reference = textOf(body, 'referenceNumber');
  const amount = piastresOf(body, 'refundAmount');
  const { merchantCode, signature } = body;
  authenticate(app, { merchantCode, signature }, [
    ...[textOf(body, 'merchantCode'), reference, amountText(amount), optionalText(body, 'reason')],
  ]);
  const order = orderOf(app, reference);
  if (order.status !== 'PAID' && order.status !== 'PARTIAL_REFUNDED') throw wrongState('The order is not paid.');
  if (order.method === 'PAYATFAWRY' && !app.state.account.refundsCash)
    throw wrongState('The payment method does not support refunds.');
  if (amount > order.amount - order.refunded) throw wrongState('The amount is more than what is left of the order.');
  order.refunded += amount;
  changeStatus(app, order, order.refunded === order.amount ? 'REFUNDED' : 'PARTIAL_REFUNDED');
  return done();
}

/** `POST …/orders/cancel-unpaid-order`. Its field names differ from those of all other requests. */
export function cancelUnpaid(app: FawryApp, request: StandInRequest): Answer {
  const body = readBody(request);
  const [orderRefNo, lang] = [textOf(body, 'orderRefNo'), textOf(body, 'lang')];
  const { merchantAccount, signature } = body;
  authenticate(app, { merchantCode: merchantAccount, signature }, [orderRefNo, textOf(body, 'merchantAccount'), lang]);
  const order = orderOf(app, orderRefNo);
  if (order.status !== 'NEW') throw wrongState('The order cannot be canceled.');
  changeStatus(app, order, 'CANCELED');
  return done();
}

/** @throws FawryRefusal 9938 */
function orderOf(app: FawryApp, reference: string): Order {
  const order = app.state.orders.find(({ id }) => String(id) === reference);
  if (!order) throw notFound();
  return order;
}
