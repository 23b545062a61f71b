import { type AnswersOf, command, phased, query, readRepair, upsert } from '@mizan/service-kit';
import { countCardAttempt, countsNoAttempts } from './card-testing/count-card-attempts.ts';
import { lockExchangeRate } from './exchange-rates/lock-exchange-rate.ts';
import { abandonSessionAttempt, settleAbandonment } from './intents/abandon-session-attempt.ts';
import { authorizeCharge } from './intents/authorize-attempt.ts';
import { cancelSessionPayment, settleSessionCancellation } from './intents/cancel-session-payment.ts';
import { closeAttempt } from './intents/close-attempt.ts';
import { confirmPayment } from './intents/confirm-payment.ts';
import { loadAttempt } from './intents/load-attempt.ts';
import { countOpenPayments, getSessionPayment } from './intents/read-payment-intents.ts';
import { composePaymentMail } from './mail/compose-payment-mail.ts';
import { usePaymentMethodConfiguration } from './payment-method-configurations/use-payment-method-configuration.ts';
import { describeCardBin, describePaymentMethod } from './payment-methods/read-method.ts';
import { loadMethodToSave, savePaymentMethod } from './payment-methods/save-payment-method.ts';
import type { App } from './payment/app.ts';
import { fallbackOf } from './payment/payment.ts';
import { toLiveMethods } from './providers/registry.ts';
import { releaseCharge } from './settle/cancel-payment.ts';
import { settleAtOnce, settleCharge } from './settle/settle-charge.ts';

/** Calls of the other services. */
export const answers = (app: App): AnswersOf<'payments'> => ({
  confirmPayment: phased({
    load: async (context, { body }) => {
      const attempt = await loadAttempt(context, app, {
        ...body,
        email: body.customer.email,
        phone: body.customer.phone,
        types: body.paymentMethodTypes ?? null,
        savedMethodsOf: body.savedMethodsOf ?? null,
      });
      await countCardAttempt(app, context.scope, { attempt, link: body.link });
      return attempt;
    },
    isLoadRepeatable: countsNoAttempts,
    reserve: (tx, { body }, loaded) => confirmPayment(tx, app, { body, loaded }),
    call: (reservation, context) => authorizeCharge(context, app, reservation),
    settleAtOnce: ({ reservation, outcome }) => settleAtOnce(app, { ...reservation, answer: outcome }),
    settle: (tx, { reservation, outcome }) =>
      settleCharge(tx, app, { ...reservation, answer: outcome, fallbackAt: fallbackOf(reservation) }),
  }),
  getSessionPayment: query((reader, { body }) => getSessionPayment(reader, app, body.checkoutSessionId)),
  getPaymentMethodConfiguration: readRepair((context, input) => usePaymentMethodConfiguration(context, input)),
  describeCardBin: query(async (reader, input) => describeCardBin(reader, app, input)),
  describePaymentMethod: query((reader, input) => describePaymentMethod(reader, app, input)),
  getLiveMethods: query(async (reader) => {
    const { scope } = reader;
    if (!scope.livemode) return toLiveMethods([], app.providers);
    const account = await app.accounts.get({ scope, calls: app.callsFor(scope) });
    return toLiveMethods(await app.providers.liveRoutesOf(reader, account), app.providers);
  }),
  savePaymentMethod: command({
    load: (context, input) => loadMethodToSave(context, app, input),
    run: (tx, _input, loaded) => savePaymentMethod(tx, loaded),
  }),
  lockExchangeRate: upsert((autocommit, { body }) => lockExchangeRate(autocommit, app, body)),
  closeAttempt: command((tx, { body }) => closeAttempt(tx, app, body)),
  composePaymentMail: query((reader, { body }) => composePaymentMail(reader, app, body)),
  countOpenPayments: query((reader, { body }) => countOpenPayments(reader, body.customerId)),
  cancelSessionPayment: phased({
    reserve: (tx, { body }) => cancelSessionPayment(tx, body.checkoutSessionId),
    call: (cancellation, context) => releaseCharge(context, app, cancellation?.chargeId ?? null),
    settle: (tx, { reservation: cancellation, outcome, input: { body } }) =>
      settleSessionCancellation(tx, app, { checkoutSessionId: body.checkoutSessionId, cancellation, outcome }),
  }),
  abandonSessionAttempt: phased({
    reserve: (tx, { body }) => abandonSessionAttempt(tx, body.checkoutSessionId),
    call: (abandonment, context) => releaseCharge(context, app, abandonment?.chargeId ?? null),
    settle: (tx, { reservation: cancellation, outcome, input: { body } }) =>
      settleAbandonment(tx, app, { checkoutSessionId: body.checkoutSessionId, cancellation, outcome }),
  }),
});
