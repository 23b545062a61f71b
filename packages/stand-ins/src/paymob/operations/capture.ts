import { json, type Answer, type StandInRequest } from '../../server/route.ts';
import { callerBySecretKey } from '../authenticate.ts';
import { integrationOf, transactionOf, type PaymobApp } from '../paymob-app.ts';
import { operationRefusal, PaymobRefusal } from '../refusal.ts';
import { renderTransaction } from '../render-transaction.ts';
import type { Transaction } from '../state.ts';
import { createChild } from './create-child.ts';
import { readOperation } from './refund.ts';
import { isOpenHold } from './release-hold.ts';

/**
 * `POST /api/acceptance/capture {transaction_id, amount_cents}`: takes held money, once; what is left is released.
 *
 * @throws PaymobRefusal 401 key, 404 transaction, 400 `{message}` unless it is an open hold, 400 `{amount_cents}` beyond it
 */
export function capture(app: PaymobApp, request: StandInRequest): Answer {
  const { isLive } = callerBySecretKey(app, request);
  const { transactionId, amount } = readOperation(request);
  const hold = transactionOf(app, transactionId, isLive);
  assertCapturable(app, hold);
  if (amount > hold.amount)
    throw new PaymobRefusal(400, { amount_cents: ['The amount is more than the authorized amount.'] });
  return json(201, renderTransaction(app, createChild(app, hold, { kind: 'capture', amount }), true));
}

function assertCapturable(app: PaymobApp, hold: Transaction): void {
  const isHold = hold.kind === 'payment' && integrationOf(app, hold.integrationId).isAuth;
  if (!isHold || hold.outcome !== 'approved') throw operationRefusal('The transaction is not an authorization.');
  if (hold.isVoided) throw operationRefusal('The authorization has been voided.');
  if (!isOpenHold(app, hold)) throw operationRefusal('The authorization has been captured already.');
}
