import { failpoint, log, type LoadContext } from '@mizan/service-kit';
import type { PaymentOutcome } from '../providers/provider-outcome.ts';
import type { Wiring } from '../wiring.ts';
import type { Reservation } from './confirm-payment.ts';

/**
 * Asks the provider for the money of a committed charge; no transaction is open. The charge's id is the idempotency key,
 * so that a retry after a crash asks about the same payment.
 */
export async function authorizeCharge(
  wiring: Wiring,
  reservation: Reservation,
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
): Promise<PaymentOutcome> {
  const { chargeId, amount, currency, captureMethod, method } = reservation;
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Error(`bug: ${chargeId} was made for a mode without a provider`);
  failpoint('pay.before_provider');
  const outcome = await provider.authorize({ chargeId, amount, currency, captureMethod, method, now });
  failpoint('pay.after_provider');
  if (outcome.kind === 'unknown') log.warn({ event: 'payment.outcome_unknown', chargeId, err: outcome.cause });
  return outcome;
}
