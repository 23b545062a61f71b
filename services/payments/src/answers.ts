import { type AnswersOf, command, type Database, phased, query } from '@mizan/service-kit';
import { abandonSessionAttempt, settleAbandonment } from './intents/abandon-session-attempt.ts';
import { authorizeCharge } from './intents/authorize-attempt.ts';
import { cancelSessionPayment, settleSessionCancellation } from './intents/cancel-session-payment.ts';
import { confirmPayment } from './intents/confirm-payment.ts';
import { loadAttempt } from './intents/load-attempt.ts';
import { countOpenPayments, getSessionPayment } from './intents/read-payment-intents.ts';
import { usePaymentMethodConfiguration } from './payment-method-configurations/use-payment-method-configuration.ts';
import { describeCardBin, describePaymentMethod } from './payment-methods/describe-payment-method.ts';
import { loadMethodToSave, savePaymentMethod } from './payment-methods/save-payment-method.ts';
import type { App } from './payment/app.ts';
import { releaseCharge } from './settle/cancel-payment.ts';
import { settleCharge } from './settle/settle-charge.ts';

/** What payments answers its siblings. */
export const answers = (app: App, db: Database): AnswersOf<'payments'> => ({
  confirmPayment: phased({
    ask: (context, { body }) =>
      loadAttempt(app, context, {
        ...body,
        email: body.customer.email,
        phone: body.customer.phone,
        types: body.paymentMethodTypes ?? null,
        savedMethodsOf: body.savedMethodsOf ?? null,
      }),
    reserve: (tx, input, facts) => confirmPayment(tx, app, input, facts),
    call: (reservation, context) => authorizeCharge(app, reservation, context),
    settle: (tx, reservation, outcome) => settleCharge(tx, app, reservation, outcome),
  }),
  getSessionPayment: query((reader, { body }) => getSessionPayment(reader, app, body.checkoutSessionId)),
  getPaymentMethodConfiguration: query((reader, input) => usePaymentMethodConfiguration(db, reader, input)),
  describeCardBin: query(async (reader, input) => describeCardBin(reader, input)),
  describePaymentMethod: query((reader, input) => describePaymentMethod(app, reader, input)),
  getCardEntry: query(async (reader) => ({ entry: await app.cardEntryOf(reader) })),
  savePaymentMethod: command({
    ask: (context, input) => loadMethodToSave(app, context, input),
    run: (tx, _input, facts) => savePaymentMethod(tx, facts),
  }),
  lockExchangeRate: query((reader, { body }) => app.lockRate(reader, body)),
  countOpenPayments: query((reader, { body }) => countOpenPayments(reader, body.customerId)),
  cancelSessionPayment: phased({
    reserve: (tx, input) => cancelSessionPayment(tx, input),
    call: (cancellation, context) => releaseCharge(app, cancellation?.chargeId ?? null, context),
    settle: (tx, cancellation, outcome, input) => settleSessionCancellation(tx, app, cancellation, outcome, input),
  }),
  abandonSessionAttempt: phased({
    reserve: (tx, input) => abandonSessionAttempt(tx, input),
    call: (abandonment, context) => releaseCharge(app, abandonment?.chargeId ?? null, context),
    settle: (tx, abandonment, outcome, input) => settleAbandonment(tx, app, abandonment, outcome, input),
  }),
});
