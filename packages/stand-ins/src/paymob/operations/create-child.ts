import { sendTransactionCallback } from '../callbacks.ts';
import { nextId, transactionOf, type Operation, type PaymobApp } from '../paymob-app.ts';
import type { Transaction } from '../state.ts';

/** The payment that an operation on `transaction` concerns: a capture's is the hold. */
export const paymentOf = (app: PaymobApp, transaction: Transaction): Transaction =>
  transaction.parentId === null
    ? transaction
    : paymentOf(app, transactionOf(app, transaction.parentId, transaction.isLive));

/** Adds a refund, void or capture and settles it as planned; `amount` in minor units. */
export function createChild(
  app: PaymobApp,
  parent: Transaction,
  child: { kind: Operation; amount: number },
): Transaction {
  const now = app.clock.now();
  const operation: Transaction = {
    ...parent,
    ...child,
    id: nextId(app),
    parentId: parent.id,
    source: { ...parent.source },
    is3dSecure: false,
    createdAt: now,
    updatedAt: now,
    outcome: 'pending',
    refunded: 0,
    captured: 0,
    isVoided: false,
    disputed: 0,
    step: null,
    saveCardAs: null,
  };
  app.state.transactions.push(operation);
  settleOperation(app, operation, app.planned[child.kind].shift() ?? 'approved');
  return operation;
}

/** Gives a refund, void or capture its outcome: an approved one changes its payment. The merchant is informed once it is decided. */
export function settleOperation(
  app: PaymobApp,
  operation: Transaction,
  outcome: 'approved' | 'declined' | 'pending',
): void {
  operation.outcome = outcome;
  app.mark('transactions', operation);
  operation.updatedAt = app.clock.now();
  if (outcome === 'pending') return;
  if (outcome === 'approved') {
    const parent = transactionOf(app, operation.parentId, operation.isLive);
    for (const changed of new Set([parent, paymentOf(app, parent)])) {
      app.mark('transactions', changed);
      changed.updatedAt = operation.updatedAt;
      if (operation.kind === 'refund') changed.refunded += operation.amount;
      if (operation.kind === 'capture') changed.captured += operation.amount;
      if (operation.kind === 'void') changed.isVoided = true;
    }
  }
  sendTransactionCallback(app, operation);
}
