import { json, type Answer, type StandInRequest } from '../../server/route.ts';
import { isCardNetwork } from '../account.ts';
import { callerBySecretKey } from '../authenticate.ts';
import { childrenOf, integrationOf, transactionOf, type PaymobApp } from '../paymob-app.ts';
import { FieldReader, readBody } from '../read-fields.ts';
import { operationRefusal } from '../refusal.ts';
import { renderTransaction } from '../render-transaction.ts';
import { isSettled } from '../settlement.ts';
import type { Transaction } from '../state.ts';
import { createChild } from './create-child.ts';
import { isOpenHold } from './release-hold.ts';

/**
 * `POST /api/acceptance/void_refund/void {transaction_id}`: undoes a card payment on its business day, or releases a hold.
 *
 * @throws PaymobRefusal 401 key, 404 transaction, 400 `{message}` for its method, age or state
 */
export function voidPayment(app: PaymobApp, request: StandInRequest): Answer {
  const { isLive } = callerBySecretKey(app, request);
  const reader = new FieldReader(readBody(request));
  const id = reader.integer('transaction_id', reader.needed('transaction_id'), Number.MAX_SAFE_INTEGER);
  reader.finish();
  const payment = transactionOf(app, id, isLive);
  assertVoidable(app, payment);
  return json(201, renderTransaction(app, createChild(app, payment, { kind: 'void', amount: payment.amount }), true));
}

function assertVoidable(app: PaymobApp, payment: Transaction): void {
  const integration = integrationOf(app, payment.integrationId);
  if (!isCardNetwork(integration)) throw operationRefusal('Only card transactions can be voided.');
  if (payment.kind !== 'payment' || payment.outcome !== 'approved')
    throw operationRefusal('Only a successful payment can be voided.');
  if (payment.isVoided) throw operationRefusal('The transaction has been voided already.');
  if (integration.isAuth) {
    if (!isOpenHold(app, payment)) throw operationRefusal('A captured authorization cannot be voided.');
    return;
  }
  if (childrenOf(app, payment).some(({ outcome }) => outcome !== 'declined'))
    throw operationRefusal('A refunded transaction cannot be voided.');
  if (isSettled(app, payment)) throw operationRefusal('The transaction has been settled: refund it instead.');
}
