import { RefundFailureReason } from '@mizan/contracts';
import type { Stripe } from 'stripe';
import type { RefundFailed, RefundOutcome } from '../provider-outcome.ts';

const dayMs = 24 * 60 * 60_000;

/** Refunds are asked about daily, in case a callback got lost; a succeeded one for as long as banks send money back. */
export const refundCheckMs = dayMs;
const maxChecksOfSucceeded = 10;

/** How a refund stands, from Stripe's Refund. @param at when it was asked for */
export function refundOutcomeOf(refund: Stripe.Refund, at: Date, now: Date): RefundOutcome {
  const { id: reference, status } = refund;
  if (status === 'failed' || status === 'canceled')
    return refused(refund.failure_reason ?? 'unknown', 'The refund did not reach the buyer.', reference);
  const checks = Math.max(0, Math.floor((now.getTime() - at.getTime()) / refundCheckMs)) + 1;
  const checkAgainAt = new Date(at.getTime() + checks * refundCheckMs);
  if (status !== 'succeeded')
    return { kind: 'pending', reason: pendingReasonOf(refund.pending_reason), reference, checkAgainAt };
  return {
    kind: 'succeeded',
    reference,
    networkReference: refund.destination_details?.card?.reference ?? null,
    checkAgainAt: checks <= maxChecksOfSucceeded ? checkAgainAt : null,
  };
}

/** A refund that will not arrive. @param reason Stripe's own word for it */
export const refused = (reason: string, message: string, reference: string | null): RefundFailed => ({
  kind: 'failed',
  failureReason: RefundFailureReason.catch('unknown').parse(reason),
  message,
  reference,
});

const pendingReasonOf = (reason: string | undefined): 'processing' | 'insufficient_funds' | 'charge_pending' =>
  reason === 'insufficient_funds' || reason === 'charge_pending' ? reason : 'processing';
