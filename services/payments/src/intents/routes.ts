import { command, phased, query, type RoutesOf } from '@mizan/service-kit';
import { countCardAttempt, countsNoAttempts } from '../card-testing/count-card-attempts.ts';
import type { App } from '../payment/app.ts';
import { releaseCharge } from '../settle/cancel-payment.ts';
import { authorizeAttempt, settleAttempt, settleAttemptAtOnce } from './authorize-attempt.ts';
import { cancelPaymentIntent, settleIntentCancellation } from './cancel-payment-intent.ts';
import { confirmClientPaymentIntent } from './confirm-client-payment-intent.ts';
import { confirmPaymentIntent, loadConfirm } from './confirm-payment-intent.ts';
import { createPaymentIntent, loadCreation } from './create-payment-intent.ts';
import { markPaymentIntentFailed } from './mark-payment-intent-failed.ts';
import { markPaymentIntentPaid, settleReceipt, submitReceipt } from './mark-payment-intent-paid.ts';
import { getPaymentIntent, listPaymentIntents } from './read-payment-intents.ts';
import { submitReport } from './submit-report.ts';
import { loadUpdate, updatePaymentIntent } from './update-payment-intent.ts';

/** Operations on payment intents. */
export const paymentIntentRoutes = (app: App) =>
  ({
    createPaymentIntent: phased({
      load: async (context, { body }) => {
        const loaded = await loadCreation(context, app, body);
        if (body.confirm) await countCardAttempt(app, context.scope, loaded);
        return loaded;
      },
      isLoadRepeatable: countsNoAttempts,
      reserve: (tx, { body }, loaded) => createPaymentIntent(tx, app, { body, loaded }),
      call: (started, context) => authorizeAttempt(context, app, started),
      settleAtOnce: ({ reservation: started, outcome }) => settleAttemptAtOnce(app, { started, outcome }),
      settle: (tx, { reservation: started, outcome }) => settleAttempt(tx, app, { started, outcome }),
    }),
    listPaymentIntents: query((reader, { query }) => listPaymentIntents(reader, app, query)),
    getPaymentIntent: query((reader, { params }) => getPaymentIntent(reader, app, params.id)),
    updatePaymentIntent: command({
      load: (context, { body }) => loadUpdate(context, app, body),
      run: (tx, { params, body }, loaded) => updatePaymentIntent(tx, app, { id: params.id, body, loaded }),
    }),
    confirmPaymentIntent: phased({
      load: async (context, { params, body }) => {
        const attempt = await loadConfirm(context, app, { id: params.id, body, by: 'server' });
        await countCardAttempt(app, context.scope, { attempt });
        return attempt;
      },
      isLoadRepeatable: countsNoAttempts,
      reserve: (tx, { params, body }, loaded) => confirmPaymentIntent(tx, app, { id: params.id, body, loaded }),
      call: (started, context) => authorizeAttempt(context, app, started),
      settleAtOnce: ({ reservation: started, outcome }) => settleAttemptAtOnce(app, { started, outcome }),
      settle: (tx, { reservation: started, outcome }) => settleAttempt(tx, app, { started, outcome }),
    }),
    cancelPaymentIntent: phased({
      reserve: (tx, { params }) => cancelPaymentIntent(tx, params.id),
      call: ({ chargeId }, context) => releaseCharge(context, app, chargeId),
      settle: (tx, { reservation: cancellation, outcome, input: { body } }) =>
        settleIntentCancellation(tx, app, { cancellation, outcome, reason: body.cancellationReason }),
    }),
    markPaymentIntentPaid: phased({
      reserve: (tx, { params, body }) => markPaymentIntentPaid(tx, app, { ...body, id: params.id }),
      call: (receipt, context) => submitReceipt(context, app, receipt),
      settle: (tx, { reservation: receipt, outcome }) => settleReceipt(tx, app, { receipt, outcome }),
    }),
    markPaymentIntentFailed: phased({
      reserve: (tx, { params }) => markPaymentIntentFailed(tx, params.id),
      call: ({ chargeId }, context) => submitReport(context, app, { chargeId, result: 'refused' }),
      settle: (tx, { reservation: receipt, outcome }) => settleReceipt(tx, app, { receipt, outcome }),
    }),
    confirmClientPaymentIntent: confirmClientPaymentIntent(app),
  }) satisfies Partial<RoutesOf<'payments'>>;
