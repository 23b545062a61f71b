import { type LastPaymentError, paymentMethods } from '@mizan/contracts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { declineTrigger, type PaymentIntentTrigger, transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { describeFailure, type FailureReason } from '../providers/port/describe-failure.ts';
import type { Declined, PaymentOutcome, SyncOutcome } from '../providers/port/provider-outcome.ts';
import { creditPartialReceipts } from './partial-receipts.ts';
import { chargeOutcomeOf, type Settlement } from './settlement.ts';

/** Where in a confirm the buyer finds what was wrong, for the codes that one field explains. */
const fieldOfCode: { readonly [code in LastPaymentError['code']]?: string } = {
  incorrect_number: 'paymentMethod.card.number',
  incorrect_cvc: 'paymentMethod.card.cvc',
  expired_card: 'paymentMethod.card.expMonth',
};

/**
 * The attempt failed: declined, or an action that failed or was left. The buyer may try again unless it was the last
 * attempt or what was to be paid is no longer for sale.
 *
 * @param docsUrl base that the documentation of failure codes hangs from
 */
export function settleDeclined(
  intent: PaymentIntentRow,
  charge: ChargeRow,
  answer: Declined,
  docsUrl: string,
  now: Date,
): Settlement {
  const moved = transition(intent.status, triggerOf(intent, charge, answer, now));
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and was declined`);
  return declinedTo(moved.to, intent, charge, answer, docsUrl, now);
}

/**
 * The order changed while the attempt waited for the buyer: the provider has given it up, and another may begin, however
 * many there were.
 *
 * @param docsUrl base that the documentation of failure codes hangs from
 */
export function settleAbandoned(intent: PaymentIntentRow, charge: ChargeRow, docsUrl: string, now: Date): Settlement {
  const moved = transition(intent.status, 'abandonAttempt');
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and its attempt was given up`);
  return declinedTo(moved.to, intent, charge, failedUnsent(charge, 'customer_abandoned'), docsUrl, now);
}

function declinedTo(
  status: PaymentIntentRow['status'],
  intent: PaymentIntentRow,
  charge: ChargeRow,
  answer: Declined,
  docsUrl: string,
  now: Date,
): Settlement {
  return {
    intent: {
      ...intent,
      status,
      next_action: null,
      last_payment_error: lastPaymentErrorOf(intent, charge, answer, docsUrl),
      updated_at: now,
    },
    charge: failedCharge(charge, answer, now),
    chargeEvent: 'charge.failed',
    intentEvent: 'payment_intent.payment_failed',
    captured: null,
    adjustment: creditPartialReceipts(charge, now),
  };
}

/** The charge after the answer that it failed; nothing is asked about it any more. */
export const failedCharge = (charge: ChargeRow, answer: Declined, now: Date): ChargeRow => ({
  ...charge,
  status: 'FAILED',
  failure_code: answer.code,
  failure_message: answer.message,
  outcome: chargeOutcomeOf(answer),
  payment_method_details: answer.card
    ? { ...charge.payment_method_details, card: answer.card }
    : charge.payment_method_details,
  external_charge_id: answer.reference ?? charge.external_charge_id,
  next_sync_at: null,
  updated_at: now,
});

function triggerOf(intent: PaymentIntentRow, charge: ChargeRow, answer: Declined, now: Date): PaymentIntentTrigger {
  if (answer.code === 'voucher_expired') return 'expireReference';
  const isInTime = charge.session_expires_at === null || now < charge.session_expires_at;
  return declineTrigger(intent.attempts, isInTime && !hasCompletedSession(charge));
}

/** A checkout that waits for money which comes later is complete; nobody is there to try another method. */
const hasCompletedSession = ({ checkout_session_id, payment_method, version }: ChargeRow): boolean =>
  checkout_session_id !== null && version > 0 && paymentMethods[payment_method.type].completesUnpaid;

/** Why the last attempt, or a capture, failed. */
export const lastPaymentErrorOf = (
  intent: PaymentIntentRow,
  charge: ChargeRow,
  answer: Declined,
  docsUrl: string,
): LastPaymentError => ({
  code: answer.code,
  declineCode: answer.declineCode,
  networkDeclineCode: answer.networkDeclineCode,
  docUrl: `${docsUrl}/errors#${answer.code}`,
  message: answer.message,
  merchantMessage: answer.merchantMessage,
  adviceCode: answer.adviceCode,
  param: fieldOfCode[answer.code] ?? null,
  chargeId: charge.id,
  paymentMethod: intent.payment_method,
  paymentMethodType: charge.payment_method.type,
  type: answer.type,
  processorCode: answer.networkDeclineCode ?? answer.declineCode,
  processorMessage: answer.merchantMessage,
});

/** A charge that failed before any network was asked. */
export function failedUnsent(charge: ChargeRow, reason: FailureReason): Declined {
  const { card } = charge.payment_method;
  return { kind: 'declined', ...describeFailure(reason, card !== null, false), reference: null, card };
}

/** A provider's answer in which an attempt that was called off is a failed one. */
export const toPaymentOutcome = (answer: SyncOutcome, charge: ChargeRow): PaymentOutcome => {
  if (answer.kind === 'not_found') return failedUnsent(charge, 'provider_timeout');
  return answer.kind === 'canceled' ? failedUnsent(charge, 'customer_abandoned') : answer;
};
