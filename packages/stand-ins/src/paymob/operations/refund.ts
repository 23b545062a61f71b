import { json, type Answer, type StandInRequest } from '../../server/route.ts';
import { callerBySecretKey } from '../authenticate.ts';
import { childrenOf, integrationOf, transactionOf, type PaymobApp } from '../paymob-app.ts';
import { FieldReader, readBody } from '../read-fields.ts';
import { operationRefusal, PaymobRefusal } from '../refusal.ts';
import { renderTransaction } from '../render-transaction.ts';
import type { Transaction } from '../state.ts';
import { createChild, paymentOf } from './create-child.ts';

/**
 * `POST /api/acceptance/void_refund/refund {transaction_id, amount_cents}`: returns a part of a payment; the answer is a
 * transaction of its own. Nothing tells a repetition from a second refund.
 *
 * @throws PaymobRefusal 401 key, 404 transaction, 400 `{message}` for its state, 400 `{amount_cents}` beyond what is left
 */
export function refund(app: PaymobApp, request: StandInRequest): Answer {
  const { isLive } = callerBySecretKey(app, request);
  const { transactionId, amount } = readOperation(request);
  const target = transactionOf(app, transactionId, isLive);
  const payment = paymentOf(app, target);
  assertRefundable(app, target, payment);
  if (amount > refundable(app, payment))
    throw new PaymobRefusal(400, { amount_cents: ['The amount is more than what is left to refund.'] });
  const child = createChild(app, target, { kind: 'refund', amount });
  return json(201, renderTransaction(app, child, true));
}

/** `transaction_id` and `amount_cents`, both integers. */
export function readOperation(request: StandInRequest): { transactionId: number; amount: number } {
  const reader = new FieldReader(readBody(request));
  const transactionId = reader.integer('transaction_id', reader.needed('transaction_id'), Number.MAX_SAFE_INTEGER);
  const amount = reader.integer('amount_cents', reader.needed('amount_cents'));
  reader.finish();
  return { transactionId, amount };
}

function assertRefundable(app: PaymobApp, target: Transaction, payment: Transaction): void {
  const integration = integrationOf(app, payment.integrationId);
  const isPaid = target.outcome === 'approved' && (target.kind === 'payment' || target.kind === 'capture');
  if (!isPaid) throw operationRefusal('Only a successful payment can be refunded.');
  if (payment.isVoided) throw operationRefusal('A voided transaction cannot be refunded.');
  // Of the providers of instalments it is not documented which ones refund.
  if (integration.kind === 'kiosk' || integration.kind === 'instalments')
    throw operationRefusal('Transactions of this payment method cannot be refunded.');
  if (integration.isAuth && payment.captured === 0)
    throw operationRefusal('An authorization that was not captured cannot be refunded.');
}

/** Minor units that can still be refunded: refunds that are pending are taken off as well. */
function refundable(app: PaymobApp, payment: Transaction): number {
  const paid = integrationOf(app, payment.integrationId).isAuth ? payment.captured : payment.amount;
  const pending = [payment, ...childrenOf(app, payment)]
    .flatMap((each) => childrenOf(app, each))
    .filter(({ kind, outcome }) => kind === 'refund' && outcome === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0);
  return paid - payment.refunded - pending;
}
