import { failpoint, log, type LoadContext } from '@mizan/service-kit';
import type { RefundOutcome } from '../providers/provider-outcome.ts';
import type { Wiring } from '../wiring.ts';
import type { RefundReservation } from './create-refund.ts';

/**
 * Asks the provider to send the money of a committed refund back; no transaction is open. The refund's id is the
 * idempotency key. Nothing is asked while the buyer has to say where the money shall go.
 */
export async function submitRefund(
  wiring: Wiring,
  { refundId, chargeId, amount, goesToProvider }: RefundReservation,
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
): Promise<RefundOutcome | null> {
  if (!goesToProvider) return null;
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Error(`bug: ${chargeId} was paid in a mode without a provider`);
  failpoint('pay.before_provider');
  const outcome = await provider.refund({ refundId, chargeId, amount, now });
  failpoint('pay.after_provider');
  if (outcome.kind === 'unknown') log.warn({ event: 'refund.outcome_unknown', refundId, err: outcome.cause });
  return outcome;
}
