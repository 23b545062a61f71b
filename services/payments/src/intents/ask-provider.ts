import type { ChargeRow } from '../charges/charge.entity.ts';
import { describeFailure, type FailureReason } from '../providers/describe-failure.ts';
import type { ChargeRequest, Provider } from '../providers/provider.ts';
import type { Declined, PaymentOutcome, SyncOutcome } from '../providers/provider-outcome.ts';

/**
 * Asks how an undecided charge stands, and ends it where nothing will come of it any more: a payment that never reached
 * the provider, or whose buyer has run out of time. Only what the provider agrees to give up is reported as failed.
 */
export async function askProvider(provider: Provider, charge: ChargeRow, now: Date): Promise<PaymentOutcome> {
  const request = { chargeId: charge.id, now };
  const isReceived = charge.amount_reported === charge.amount; // by the merchant, which said so
  const standing = isReceived
    ? await provider.completeAction({ ...request, answer: { result: 'paid' } })
    : await provider.sync(request);
  if (standing.kind === 'not_found') return giveUp(provider, charge, request, 'provider_timeout');
  if (standing.kind === 'requires_action' && standing.expiresAt <= now)
    return giveUp(provider, charge, request, standing.voucher ? 'voucher_expired' : 'customer_abandoned');
  return decided(standing, charge);
}

/** A provider's answer in which an attempt that was called off is a failed one. */
export const decided = (answer: SyncOutcome, charge: ChargeRow): PaymentOutcome => {
  if (answer.kind === 'not_found') return failed(charge, 'provider_timeout');
  return answer.kind === 'canceled' ? failed(charge, 'customer_abandoned') : answer;
};

async function giveUp(
  provider: Provider,
  charge: ChargeRow,
  request: ChargeRequest,
  reason: FailureReason,
): Promise<PaymentOutcome> {
  const canceled = await provider.cancel(request);
  if (canceled.kind === 'canceled') return failed(charge, reason);
  return canceled.kind === 'unknown' ? canceled : decided(await provider.sync(request), charge);
}

/** A charge that failed before any network was asked. */
export function failed(charge: ChargeRow, reason: FailureReason): Declined {
  const { card } = charge.payment_method;
  return { kind: 'declined', ...describeFailure(reason, card !== null, false), reference: null, card };
}
