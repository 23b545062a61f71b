import { command, phased, type Database, type RoutesOf } from '@mizan/service-kit';
import { expireHold } from '../intents/expire-holds.ts';
import { settleReceipt } from '../intents/mark-intent-paid.ts';
import { createExpectation } from '../provider-expectations/create-expectation.ts';
import type { Wiring } from '../wiring.ts';
import { findWaiting, simulateEnd } from './simulate-payment.ts';
import { findRefund, settleSimulated, simulateRefundEnd } from './simulate-refund.ts';

/** What test mode can do to payments. */
export const testHelperRoutes = (
  wiring: Wiring,
  db: Database,
): Pick<RoutesOf<'payments'>, 'simulatePayment' | 'simulateRefund' | 'createProviderExpectation'> => ({
  createProviderExpectation: command((tx, { body }) => createExpectation(tx, body)),
  simulatePayment: phased({
    reserve: (tx, { params, body }) => findWaiting(tx, params.id, body),
    call: async (receipt, context, { body }) => {
      if (receipt.expiredHold) await expireHold(wiring, db, receipt.expiredHold);
      return simulateEnd(wiring, receipt, body, context);
    },
    settle: (tx, receipt, outcome) => settleReceipt(tx, wiring, receipt, outcome),
  }),
  simulateRefund: phased({
    reserve: (tx, { params, body }) => findRefund(tx, params.id, body.outcome),
    call: (key, context, { body }) => simulateRefundEnd(wiring, key, body.outcome, context),
    settle: (tx, key, outcome) => settleSimulated(tx, wiring, key, outcome),
  }),
});
