import type { Operations } from '@mizan/contracts';
import { command, type OperationInput, phased, query, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { fallbackOf } from '../payment/payment.ts';
import { cancelRefund } from './cancel-refund.ts';
import { createRefund, submitRefund } from './create-refund.ts';
import { markRefundFailed } from './mark-refund-failed.ts';
import { markRefundPaid } from './mark-refund-paid.ts';
import { getRefund, listRefunds } from './read-refunds.ts';
import { loadRefundEnd, resolveRefund, scopeOfRefund } from './resolve-refund.ts';
import { settleRefund } from './settle-refund.ts';
import { updateRefund } from './update-refund.ts';

/** Operations on refunds. */
export const refundRoutes = (app: App) =>
  ({
    createRefund: phased({
      reserve: (tx, { body }) => createRefund(tx, app, body),
      call: (reservation, context) => submitRefund(context, app, reservation),
      settle: (tx, { reservation, outcome }) =>
        settleRefund(tx, app, { ...reservation, answer: outcome, fallbackAt: fallbackOf(reservation) }),
    }),
    updateRefund: command((tx, { params, body }) => updateRefund(tx, app, { id: params.id, body })),
    cancelRefund: command((tx, { params }) => cancelRefund(tx, app, params.id)),
    markRefundPaid: command((tx, { params, body }) => markRefundPaid(tx, app, { ...body, id: params.id })),
    markRefundFailed: command((tx, { params, body }) => markRefundFailed(tx, app, { ...body, id: params.id })),
    resolveRefund: command({
      scope: (db, { params }) => scopeOfRefund(db, params.id),
      load: (context, { params, body }: OperationInput<Operations['resolveRefund']>) =>
        loadRefundEnd(context, app, { id: params.id, body }),
      run: (tx, { params }, outcome) => resolveRefund(tx, app, { id: params.id, outcome }),
    }),
    getRefund: query((reader, { params }) => getRefund(reader, app, params.id)),
    listRefunds: query((reader, { query }) => listRefunds(reader, app, query)),
  }) satisfies Partial<RoutesOf<'payments'>>;
