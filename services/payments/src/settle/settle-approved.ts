import { type ChargeOutcome, checkoutDoubtMs, paymentMethods } from '@mizan/contracts';
import type { SettlementRules } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { withReceipt } from '../payment/reported-receipt.ts';
import type { Approved } from '../providers/port/provider-outcome.ts';
import { captureFunds } from './record-capture.ts';
import {
  type AnsweredCharge,
  chargeOutcomeOf,
  methodDetailsWith,
  reversePartialReceipts,
  type Settlement,
} from './settlement.ts';

/** How the capture of an approved charge is booked. */
export interface ApprovedCapture {
  readonly rules: SettlementRules;
  /** Its number, 1 unless a capture of the charge has failed before. */
  readonly n: number;
}

/** How long an authorization waits for its capture where the provider names no time. */
const captureWindowMs = 7 * 24 * 60 * 60_000;

/**
 * The provider approved: the money is captured, or held for a later capture. A failed attempt that is approved
 * nevertheless is a late success; its money is never dropped.
 */
export function settleApproved(
  { intent, charge, answer, now }: AnsweredCharge<Approved>,
  { rules, n }: ApprovedCapture,
): Settlement {
  const hadFailed = charge.status === 'FAILED';
  const isLate = answer.captured && (hadFailed || hasCheckoutExpired(charge, now));
  const approved = approvedCharge({ charge, answer, now }, isLate ? { lateSuccess: true } : {});
  const status = statusAfter(intent, hadFailed ? 'succeedLate' : answer.captured ? 'approve' : 'authorize');
  const paid: PaymentIntentRow = { ...intent, status, nextAction: null, lastPaymentError: null, updatedAt: now };
  if (!answer.captured) {
    return {
      intent: {
        ...paid,
        amountCapturable: answer.amount,
        captureBefore: answer.captureBefore ?? new Date(now.getTime() + captureWindowMs),
      },
      charge: approved,
      chargeEvent: 'charge.succeeded',
      intentEvent: 'payment_intent.amount_capturable_updated',
      captured: null,
    };
  }
  const { amount } = answer;
  const whole = { amount, n, isFinal: true, isAvailableAtOnce: answer.isAvailableAtOnce };
  const captured = captureFunds(approved, whole, { rules, now });
  return {
    intent: { ...paid, amountReceived: amount, amountCapturable: 0, canceledAt: null, cancellationReason: null },
    charge: { ...approved, amountCaptured: amount, capturedAt: now, balanceTransactionId: captured.movement.id },
    chargeEvent: hadFailed ? 'charge.updated' : 'charge.succeeded',
    intentEvent: 'payment_intent.succeeded',
    captured,
    adjustment: hadFailed ? reversePartialReceipts(charge, now) : undefined,
    isLate,
  };
}

/** The charge after it was approved; a capture is recorded by the caller. @param flags what else its outcome shows */
export const approvedCharge = (
  { charge, answer, now }: Omit<AnsweredCharge<Approved>, 'intent'>,
  flags: Pick<ChargeOutcome, 'lateSuccess' | 'surplus'>,
): ChargeRow => ({
  ...charge,
  status: 'SUCCEEDED',
  disputed: charge.disputed || answer.isDisputed,
  failureCode: null,
  failureMessage: null,
  outcome: { ...chargeOutcomeOf(answer), ...flags },
  paymentMethodDetails: paidDetails(charge, answer),
  lateReceipt: null,
  externalChargeId: answer.reference,
  providerFee: answer.providerFee ?? charge.providerFee,
  nextSyncAt: null,
  updatedAt: now,
});

function paidDetails(charge: ChargeRow, { card }: Approved): ChargeRow['paymentMethodDetails'] {
  const details = methodDetailsWith(charge, card);
  return charge.lateReceipt ? withReceipt(details, charge.lateReceipt) : details;
}

/** The answer came after the checkout had expired. A checkout that is paid by cash or transfer completes before the money arrives, so it is never late. */
const hasCheckoutExpired = ({ sessionExpiresAt: expiresAt, paymentMethod: { type } }: ChargeRow, now: Date): boolean =>
  expiresAt !== null &&
  ['sync', 'redirect'].includes(paymentMethods[type].paymentConfirmation) &&
  now.getTime() >= expiresAt.getTime() + checkoutDoubtMs;

function statusAfter(intent: PaymentIntentRow, trigger: 'approve' | 'authorize' | 'succeedLate') {
  const moved = transition(intent.status, trigger);
  // Another charge has not paid: `settleSurplus` is for those.
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and was approved (${moved.refusal})`);
  return moved.to;
}
