import { command, phased, type RoutesOf } from '@mizan/service-kit';
import { settleReceipt } from '../intents/mark-payment-intent-paid.ts';
import type { App } from '../payment/app.ts';
import { createProviderExpectation } from './create-provider-expectation.ts';
import { simulateDispute } from './simulate-dispute.ts';
import { simulatePayment, submitSimulatedPayment } from './simulate-payment.ts';
import { simulatePayout } from './simulate-payout.ts';
import { settleSimulatedRefund, simulateRefund, submitSimulatedRefund } from './simulate-refund.ts';

/** What test mode can do to payments. */
export const testHelperRoutes = (app: App) =>
  ({
    createProviderExpectation: command((tx, { body }) => createProviderExpectation(tx, body)),
    simulateDispute: command((tx, { params, body }) => simulateDispute(tx, app, { ...body, id: params.id })),
    simulatePayout: command((tx, { params, body }) => simulatePayout(tx, { ...body, id: params.id })),
    simulatePayment: phased({
      reserve: (tx, { params, body }) => simulatePayment(tx, app, { ...body, id: params.id }),
      call: (payment, context, { body }) => submitSimulatedPayment(context, app, { payment, body }),
      settle: (tx, { reservation: receipt, outcome }) => settleReceipt(tx, app, { receipt, outcome }),
    }),
    simulateRefund: phased({
      reserve: (tx, { params, body }) => simulateRefund(tx, params.id, body.outcome),
      call: (key, context, { body }) => submitSimulatedRefund(context, app, { ...key, outcome: body.outcome }),
      settle: (tx, { reservation: key, outcome }) => settleSimulatedRefund(tx, app, { ...key, answer: outcome }),
    }),
  }) satisfies Partial<RoutesOf<'payments'>>;
