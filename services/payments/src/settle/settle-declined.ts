import { type LastPaymentError, paymentMethods } from '@mizan/contracts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { declineTrigger, type PaymentIntentTrigger, transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { describeFailure, type FailureReason } from '../providers/port/describe-failure.ts';
import type { Declined, PaymentOutcome, SyncOutcome } from '../providers/port/provider-outcome.ts';
import {
  type AnsweredCharge,
  chargeOutcomeOf,
  creditPartialReceipts,
  methodDetailsWith,
  type Settlement,
} from './settlement.ts';

/** Where in a confirm the buyer finds what was wrong, for the codes that one field explains. */
const fieldOfCode: { readonly [code in LastPaymentError['code']]?: string } = {
  incorrect_number: 'paymentMethod.card.number',
  incorrect_cvc: 'paymentMethod.card.cvc',
  expired_card: 'paymentMethod.card.expMonth',
};

/**
 * The attempt failed: it was declined, or the buyer failed or abandoned the action. The buyer may try again, unless it
 * was the last attempt or the order is no longer for sale.
 */
export function settleDeclined(input: AnsweredCharge<Declined>, docsUrl: string): Settlement {
  const { intent } = input;
  const moved = transition(intent.status, triggerOf(input));
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and was declined`);
  return declinedTo(moved.to, input, docsUrl);
}

/** The order changed while the attempt waited for the buyer: it is canceled, and another may follow, however many there were. */
export function settleAbandoned(input: Omit<AnsweredCharge<Declined>, 'answer'>, docsUrl: string): Settlement {
  const { intent, charge } = input;
  const moved = transition(intent.status, 'abandonAttempt');
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and its attempt was abandoned`);
  return declinedTo(moved.to, { ...input, answer: failedUnsent(charge, 'customer_abandoned') }, docsUrl);
}

function declinedTo(status: PaymentIntentRow['status'], input: AnsweredCharge<Declined>, docsUrl: string): Settlement {
  const { intent, charge, answer, now } = input;
  const lastPaymentError = lastPaymentErrorOf(input, docsUrl);
  return {
    intent: { ...intent, status, nextAction: null, lastPaymentError, updatedAt: now },
    charge: failedCharge(charge, answer, now),
    chargeEvent: 'charge.failed',
    intentEvent: 'payment_intent.payment_failed',
    captured: null,
    adjustment: creditPartialReceipts(charge, now),
  };
}

/** The charge after it failed. The provider is called about it again only to cancel what could still be paid there. */
export const failedCharge = (charge: ChargeRow, answer: Declined, now: Date): ChargeRow => ({
  ...charge,
  status: 'FAILED',
  failureCode: answer.code,
  failureMessage: answer.message,
  outcome: chargeOutcomeOf(answer),
  paymentMethodDetails: methodDetailsWith(charge, answer.card),
  externalChargeId: answer.reference ?? charge.externalChargeId,
  nextSyncAt: answer.isStillPayable ? now : null,
  syncAttempts: 0,
  updatedAt: now,
});

/** A failure that never reached a card network. */
export function failedUnsent(charge: ChargeRow, reason: FailureReason): Declined {
  const { card } = charge.paymentMethod;
  return { kind: 'declined', ...describeFailure(reason, card !== null, false), reference: null, card };
}

/** A provider's answer to a query, in which a canceled attempt is a failed one. */
export const toPaymentOutcome = (answer: SyncOutcome, charge: ChargeRow): PaymentOutcome => {
  if (answer.kind === 'not_found') return failedUnsent(charge, 'provider_timeout');
  return answer.kind === 'canceled' ? failedUnsent(charge, 'customer_abandoned') : answer;
};

/** Whether a decline stands for a charge that its provider does not know, or that was canceled there. */
export const isUnknownToProvider = ({ code }: Declined): boolean =>
  code === 'provider_timeout' || code === 'customer_abandoned';

function triggerOf({ intent, charge, answer, now }: AnsweredCharge<Declined>): PaymentIntentTrigger {
  if (answer.code === 'voucher_expired') return 'expireReference';
  const isInTime = charge.sessionExpiresAt === null || now < charge.sessionExpiresAt;
  return declineTrigger(intent.attempts, isInTime && !hasCompletedSession(charge));
}

/** A checkout that waits for later money is complete; its buyer is no longer there to try another method. */
const hasCompletedSession = ({ checkoutSessionId, paymentMethod, version }: ChargeRow): boolean =>
  checkoutSessionId !== null && version > 0 && paymentMethods[paymentMethod.type].completesUnpaid;

/** Why the last attempt, or a capture, failed. */
export const lastPaymentErrorOf = (
  { intent, charge, answer }: Omit<AnsweredCharge<Declined>, 'now'>,
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
  paymentMethod: intent.paymentMethod,
  paymentMethodType: charge.paymentMethod.type,
  type: answer.type,
  processorCode: answer.networkDeclineCode ?? answer.declineCode,
  processorMessage: answer.merchantMessage,
});
