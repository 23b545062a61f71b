import { command, type Database, phased, type RoutesOf } from '@mizan/service-kit';
import { settleReceipt } from '../intents/mark-payment-intent-paid.ts';
import type { App } from '../payment/app.ts';
import { expireHold } from '../settle/expire-holds.ts';
import { createProviderExpectation } from './create-provider-expectation.ts';
import { simulatePayment, submitSimulatedOutcome } from './simulate-payment.ts';
import { settleSimulatedRefund, simulateRefund, submitSimulatedRefund } from './simulate-refund.ts';

/** What test mode can do to payments. */
export const testHelperRoutes = (
  app: App,
  db: Database,
): Pick<RoutesOf<'payments'>, 'simulatePayment' | 'simulateRefund' | 'createProviderExpectation'> => ({
  createProviderExpectation: command((tx, { body }) => createProviderExpectation(tx, body)),
  simulatePayment: phased({
    reserve: (tx, { params, body }) => simulatePayment(tx, params.id, body),
    call: async (receipt, context, { body }) => {
      if (receipt.expiredHold) await expireHold(app, db, receipt.expiredHold);
      return submitSimulatedOutcome(app, receipt, body, context);
    },
    settle: (tx, receipt, outcome) => settleReceipt(tx, app, receipt, outcome),
  }),
  simulateRefund: phased({
    reserve: (tx, { params, body }) => simulateRefund(tx, params.id, body.outcome),
    call: (key, context, { body }) => submitSimulatedRefund(app, key, body.outcome, context),
    settle: (tx, key, outcome) => settleSimulatedRefund(tx, app, key, outcome),
  }),
});
