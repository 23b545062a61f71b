import { json, type Answer, type StandInRequest } from '../../server/route.ts';
import { callerByToken, callerOfToken, type Caller } from '../authenticate.ts';
import { renderToken } from '../callbacks.ts';
import { transactionOf, transactionsOf, type PaymobApp } from '../paymob-app.ts';
import { FieldReader, readBody } from '../read-fields.ts';
import { notFound, PaymobRefusal } from '../refusal.ts';
import { renderOrder, renderTransaction } from '../render-transaction.ts';
import type { Intention } from '../state.ts';

/**
 * `POST /api/ecommerce/orders/transaction_inquiry {merchant_order_id}` or `{order_id}`: the newest transaction of an order,
 * which may be a refund that hides the payment.
 *
 * @throws PaymobRefusal 401 token, 404 `{detail}` for an unknown order, 404 `{message}` for one without a transaction
 */
export function inquire(app: PaymobApp, request: StandInRequest): Answer {
  const caller = callerByToken(app, request);
  const reader = new FieldReader(readBody(request));
  const reference = reader.id('merchant_order_id', reader.optional('merchant_order_id'));
  const orderId = reader.id('order_id', reference === '' ? reader.needed('order_id') : reader.optional('order_id'));
  reader.finish();
  const intention = findOrder(app, caller, (each) =>
    orderId === '' ? each.specialReference === reference : String(each.orderId) === orderId,
  );
  const newest = transactionsOf(app, intention).at(-1);
  if (!newest) throw new PaymobRefusal(404, { message: 'No transactions were found for this order.' });
  return json(200, renderTransaction(app, newest, true));
}

/**
 * `GET /api/acceptance/transactions/{id}`
 *
 * @throws PaymobRefusal 401 token, 404 unknown in the token's mode
 */
export function getTransaction(app: PaymobApp, request: StandInRequest): Answer {
  const { isLive } = callerByToken(app, request);
  const transaction = transactionOf(app, Number(request.params['id']), isLive);
  return json(200, renderTransaction(app, transaction, true));
}

/**
 * `GET /api/ecommerce/orders/{id}`: an order with all its transactions, oldest first.
 *
 * @throws PaymobRefusal 401 token, 404 unknown in the token's mode
 */
export function getOrder(app: PaymobApp, request: StandInRequest): Answer {
  const caller = callerByToken(app, request);
  const intention = findOrder(app, caller, ({ orderId }) => String(orderId) === request.params['id']);
  const transactions = transactionsOf(app, intention).map((each) => renderTransaction(app, each, true));
  return json(200, { ...renderOrder(app, intention, true), transactions });
}

/**
 * `POST /api/acceptance/order_card_tokens {auth_token, order_id}`: the cards saved by an order.
 *
 * @throws PaymobRefusal 401 token, 404 `{message}` when there are none
 */
export function getCardTokens(app: PaymobApp, request: StandInRequest): Answer {
  const reader = new FieldReader(readBody(request));
  const authToken = reader.text('auth_token', reader.needed('auth_token'), { max: 1000 });
  const orderId = reader.id('order_id', reader.needed('order_id'));
  reader.finish();
  const { isLive } = callerOfToken(app, authToken);
  const tokens = app.state.cardTokens.filter((each) => String(each.orderId) === orderId && each.isLive === isLive);
  if (tokens.length === 0) throw new PaymobRefusal(404, { message: 'No card tokens were found for this order.' });
  return json(
    200,
    tokens.map((token) => ({ type: 'TOKEN', obj: renderToken(app, token) })),
  );
}

function findOrder(app: PaymobApp, { isLive }: Caller, matches: (intention: Intention) => boolean): Intention {
  const found = app.state.intentions.find((each) => each.isLive === isLive && matches(each));
  if (!found) throw notFound();
  return found;
}
