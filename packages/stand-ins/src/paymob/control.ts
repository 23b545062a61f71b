import { returnAddress } from './callbacks.ts';
import { settleOperation } from './operations/create-child.ts';
import { integrationOf, intentionOf, type Operation, type PaymobApp } from './paymob-app.ts';
import { settlePayment } from './payments/settle-payment.ts';
import { startPayment, type Means } from './payments/start-payment.ts';
import type { Integration, Kind } from './account.ts';
import { ControlRefusal } from '../server/control-routes.ts';
import type { Intention, OutcomeName, Transaction } from './state.ts';

/** A payment as the control makes it. */
export interface ControlledPayment {
  /** Of the intention's methods; the first one without it. */
  readonly method?: Kind;
  /** `approved` by default; `pending` can be settled later. */
  readonly outcome?: OutcomeName;
  /** The buyer lets the card be saved. */
  readonly saveCard?: boolean;
}

/** One transaction, for reconciliation. Amounts are minor units. */
export interface PaymobRecord {
  readonly id: number;
  readonly kind: Transaction['kind'];
  readonly parentId: number | null;
  readonly orderId: number;
  readonly intentionId: string;
  readonly reference: string | null;
  readonly integrationId: number;
  readonly method: Kind;
  readonly amount: number;
  readonly currency: string;
  readonly isLive: boolean;
  readonly outcome: OutcomeName;
  readonly refunded: number;
  readonly captured: number;
  readonly isVoided: boolean;
  readonly createdAt: string;
}

/** A payment that the control has made or settled. */
export interface SettledPayment {
  readonly transactionId: number;
  readonly outcome: OutcomeName;
  /** Where the buyer's browser would go now, with the signed query. */
  readonly returnUrl: string | null;
}

/**
 * Pays an intention as a buyer would, without a browser, although it is paid or has expired: a late approval and a second one
 * are made in the same way.
 *
 * @param reference of the merchant, or the id, client secret or order id of the intention
 */
export function payByControl(app: PaymobApp, reference: string | number, payment: ControlledPayment): SettledPayment {
  const intention = findByReference(app, reference);
  const integrations = intention.paymentMethods.map((id) => integrationOf(app, id));
  const integration = integrations.find(({ kind }) => payment.method === undefined || kind === payment.method);
  if (!integration) throw new ControlRefusal('The intention does not have this method.');
  const means = meansOf(integration, payment.saveCard ?? false);
  return describe(app, startPayment(app, { intention, integration, means, forced: payment.outcome ?? 'approved' }));
}

/** Decides a payment that is not approved yet, such as a bill that is paid at an outlet, or a pending refund, void or capture. */
export function settleByControl(app: PaymobApp, transactionId: number, outcome: OutcomeName): SettledPayment {
  const transaction = findById(app, transactionId);
  if (transaction.outcome === 'approved') throw new ControlRefusal('The transaction is approved already.');
  if (transaction.kind === 'payment') settlePayment(app, transaction, outcome);
  else if (transaction.outcome !== 'pending') throw new ControlRefusal('The operation is decided already.');
  else settleOperation(app, transaction, outcome === 'approved' || outcome === 'pending' ? outcome : 'declined');
  return describe(app, transaction);
}

/** The buyer's bank takes back `amount` minor units: visible in an inquiry, without a callback. */
export function disputeByControl(app: PaymobApp, transactionId: number, amount: number): SettledPayment {
  const transaction = findById(app, transactionId);
  if (transaction.kind !== 'payment' || transaction.outcome !== 'approved')
    throw new ControlRefusal('Only a successful payment can be disputed.');
  transaction.disputed = amount;
  app.mark('transactions', transaction);
  transaction.updatedAt = app.clock.now();
  return describe(app, transaction);
}

/** Plans how the next operations of a kind end. */
export const planByControl = (
  app: PaymobApp,
  operation: Operation,
  outcomes: readonly ('declined' | 'pending')[],
): void => void app.planned[operation].push(...outcomes);

/** Every transaction, oldest first. */
export const listRecords = (app: PaymobApp): PaymobRecord[] =>
  app.state.transactions.map((transaction) => {
    const { orderId, specialReference, currency } = intentionOf(app, transaction);
    const { id, kind, parentId, intentionId, integrationId, amount, isLive, outcome, createdAt } = transaction;
    const { refunded, captured, isVoided } = transaction;
    return {
      id,
      kind,
      parentId,
      orderId,
      intentionId,
      reference: specialReference,
      integrationId,
      method: integrationOf(app, integrationId).kind,
      amount,
      currency,
      isLive,
      outcome,
      refunded,
      captured,
      isVoided,
      createdAt: new Date(createdAt).toISOString(),
    };
  });

const describe = (app: PaymobApp, transaction: Transaction): SettledPayment => ({
  transactionId: transaction.id,
  outcome: transaction.outcome,
  returnUrl:
    transaction.kind === 'payment' && transaction.outcome !== 'pending'
      ? (returnAddress(app, transaction) ?? null)
      : null,
});

function findByReference(app: PaymobApp, reference: string | number): Intention {
  const text = String(reference);
  const found = app.state.intentions.find(({ id, clientSecret, orderId, specialReference }) =>
    [id, clientSecret, String(orderId), specialReference].includes(text),
  );
  if (!found) throw new ControlRefusal(`There is no intention ${text}.`);
  return found;
}

function findById(app: PaymobApp, id: number): Transaction {
  const found = app.state.transactions.find((each) => each.id === id);
  if (!found) throw new ControlRefusal(`There is no transaction ${id}.`);
  return found;
}

function meansOf({ kind }: Integration, isSaved: boolean): Means {
  switch (kind) {
    case 'card':
      return { type: kind, card: { number: '5123456789012346', month: 1, year: 2039, cvv: '123' }, isSaved };
    case 'wallet':
    case 'instalments':
      return { type: kind, phone: '01010101010' };
    case 'apple_pay':
    case 'google_pay':
    case 'kiosk':
      return { type: kind };
  }
}
