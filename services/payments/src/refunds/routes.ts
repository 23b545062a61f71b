import { command, phased, query, type RoutesOf } from '@mizan/service-kit';
import type { Wiring } from '../wiring.ts';
import { cancelRefund, updateRefund } from './change-refund.ts';
import { createRefund } from './create-refund.ts';
import { getRefund, listRefunds } from './read-refunds.ts';
import { settleRefund } from './settle-refund.ts';
import { submitRefund } from './submit-refund.ts';

/** Operations on refunds. */
export const refundRoutes = (
  wiring: Wiring,
): Pick<RoutesOf<'payments'>, 'createRefund' | 'getRefund' | 'listRefunds' | 'updateRefund' | 'cancelRefund'> => ({
  createRefund: phased({
    reserve: (tx, { body }) => createRefund(tx, wiring, body),
    call: (reservation, context) => submitRefund(wiring, reservation, context),
    settle: (tx, { refundId: id, chargeId: charge_id, paymentIntentId: payment_intent_id }, outcome) =>
      settleRefund(tx, wiring, { id, charge_id, payment_intent_id }, outcome),
  }),
  updateRefund: command((tx, { params, body }) => updateRefund(tx, params.id, body)),
  cancelRefund: command((tx, { params }) => cancelRefund(tx, wiring, params.id)),
  getRefund: query((reader, { params }) => getRefund(reader, params.id)),
  listRefunds: query((reader, { query }) => listRefunds(reader, query)),
});
