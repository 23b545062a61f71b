import { command, phased, query, type AnswersOf, type Database } from '@mizan/service-kit';
import { abandonSessionAttempt, settleAbandonment } from './intents/abandon-session-attempt.ts';
import { authorizeCharge } from './intents/authorize-charge.ts';
import { releaseCharge } from './intents/cancel-payment.ts';
import { cancelSessionPayment, settleCancellation } from './intents/cancel-session-payment.ts';
import { confirmPayment } from './intents/confirm-payment.ts';
import { countOpenPayments } from './intents/count-open-payments.ts';
import { getSessionPayment } from './intents/get-payment-intent.ts';
import { prepareConfirm } from './intents/prepare-confirm.ts';
import { describeCardBin, describePaymentMethod } from './intents/read-method.ts';
import { settleCharge } from './intents/settle-charge.ts';
import { useConfiguration } from './payment-method-configurations/use-configuration.ts';
import { prepareSaving, savePaymentMethod } from './payment-methods/save-payment-method.ts';
import type { Wiring } from './wiring.ts';

/** What payments answers its siblings. */
export const answers = (wiring: Wiring, db: Database): AnswersOf<'payments'> => ({
  confirmPayment: phased({
    load: (context, { body }) =>
      prepareConfirm(wiring, context, {
        ...body,
        email: body.customer.email,
        phone: body.customer.phone,
        types: body.paymentMethodTypes ?? null,
        savedMethodsOf: body.savedMethodsOf ?? null,
      }),
    reserve: (tx, input, facts) => confirmPayment(tx, wiring, input, facts),
    call: (reservation, context) => authorizeCharge(wiring, reservation, context),
    settle: (tx, reservation, outcome) => settleCharge(tx, wiring, reservation, outcome),
  }),
  getSessionPayment: query((reader, { body }) => getSessionPayment(reader, wiring, body.checkoutSessionId)),
  getPaymentMethodConfiguration: query((reader, input) => useConfiguration(db, reader, input)),
  describeCardBin: query(async (reader, input) => describeCardBin(reader, input)),
  describePaymentMethod: query((reader, input) => describePaymentMethod(wiring, reader, input)),
  getCardEntry: query(async (reader) => ({ entry: await wiring.cardEntryOf(reader) })),
  savePaymentMethod: command({
    load: (context, input) => prepareSaving(wiring, context, input),
    run: (tx, _input, facts) => savePaymentMethod(tx, facts),
  }),
  lockExchangeRate: query((reader, { body }) => wiring.lockRate(reader, body)),
  countOpenPayments: query((reader, { body }) => countOpenPayments(reader, body.customerId)),
  cancelSessionPayment: phased({
    reserve: (tx, input) => cancelSessionPayment(tx, input),
    call: (cancellation, context) => releaseCharge(wiring, cancellation?.chargeId ?? null, context),
    settle: (tx, cancellation, outcome, input) => settleCancellation(tx, wiring, cancellation, outcome, input),
  }),
  abandonSessionAttempt: phased({
    reserve: (tx, input) => abandonSessionAttempt(tx, input),
    call: (abandonment, context) => releaseCharge(wiring, abandonment?.chargeId ?? null, context),
    settle: (tx, abandonment, outcome, input) => settleAbandonment(tx, wiring, abandonment, outcome, input),
  }),
});
