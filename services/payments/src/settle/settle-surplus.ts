import type { ChargeRow } from '../payment/charge.entity.ts';
import { isPaidOrHeld } from '../payment/payment-intent-state.ts';
import type { Payment } from '../payment/payment.ts';
import type { Approved, PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { type ApprovedCapture, approvedCharge } from './settle-approved.ts';
import { failedCharge } from './settle-declined.ts';
import { captureFunds } from './record-capture.ts';
import { type AnsweredCharge, creditPartialReceipts, reversePartialReceipts, type Settlement } from './settlement.ts';

/**
 * Whether a payment does not need the money of a charge that is undecided or has failed: another charge has paid it or
 * holds money for it, or what is to be paid has changed since the charge failed.
 */
export const isUnneeded = (
  intent: Pick<Payment['intent'], 'status' | 'amount' | 'currency'>,
  charge: Pick<ChargeRow, 'status' | 'amount' | 'currency'>,
): boolean =>
  isPaidOrHeld(intent.status) ||
  (charge.status === 'FAILED' && (charge.amount !== intent.amount || charge.currency !== intent.currency));

/**
 * The provider answered about a charge that its payment does not need. Captured money is booked without a fee and as
 * available, so that it adds to the available balance exactly what its refund takes; the janitor of late successes makes
 * that refund, whatever the merchant has used or owes meanwhile: the money is the buyer's. A hold or an
 * attempt that is still open is left to the janitor of charges, which has the provider cancel it. Amounts and status of the
 * intent do not change; its version does, as it shows the charge.
 */
export function settleSurplus(
  { intent, charge, answer, now }: AnsweredCharge<PaymentOutcome>,
  capture: ApprovedCapture,
): Settlement {
  const shown = { intent: { ...intent, updatedAt: now }, intentEvent: 'payment_intent.updated' } as const;
  if (answer.kind === 'approved' && answer.captured)
    return { ...shown, ...bookSurplus({ charge, answer, now }, capture) };
  if (answer.kind === 'declined')
    return {
      ...shown,
      captured: null,
      charge: failedCharge(charge, answer, now),
      chargeEvent: 'charge.failed',
      adjustment: creditPartialReceipts(charge, now),
    };
  const nextSyncAt = answer.kind === 'unknown' ? retryAt(charge.syncAttempts, now) : now;
  return { intent, intentEvent: null, chargeEvent: null, captured: null, charge: { ...charge, nextSyncAt } };
}

function bookSurplus(
  { charge, answer, now }: Omit<AnsweredCharge<Approved>, 'intent'>,
  { rules, n }: ApprovedCapture,
): Omit<Settlement, 'intent' | 'intentEvent'> {
  const hadFailed = charge.status === 'FAILED';
  const { amount } = answer;
  const flags = { ...(hadFailed ? { lateSuccess: true } : {}), surplus: true };
  const approved = { ...approvedCharge({ charge, answer, now }, flags), isSurplus: true };
  const captured = captureFunds(approved, { amount, n, isFinal: true, isAvailableAtOnce: true }, { rules, now });
  return {
    charge: { ...approved, amountCaptured: amount, capturedAt: now, balanceTransactionId: captured.movement.id },
    chargeEvent: hadFailed ? 'charge.updated' : 'charge.succeeded',
    captured,
    adjustment: hadFailed ? reversePartialReceipts(charge, now) : undefined,
    isLate: true,
  };
}
