import { Problem } from '@mizan/service-kit';
import { isExpired, isInDoubt, isWaiting } from '../sessions/session-state.ts';
import type { Session } from '../sessions/session.ts';

/**
 * Refuses a buyer's change or confirm of a session that is not theirs to change.
 *
 * @throws Problem `payment_still_confirming`: another confirm runs, its outcome is unknown, the buyer's bank waits, or the
 *   merchant's server is to go on
 * @throws Problem `payment_already_completed` | `resource_invalid_state`: the session is complete
 * @throws Problem `checkout_session_expired`
 */
export function checkOpen(session: Session, now: Date): void {
  if (isInDoubt(session)) throw stillConfirming();
  if (session.status === 'complete') throw complete(session);
  if (isExpired(session, now)) throw new Problem('checkout_session_expired', 'This checkout has expired.');
  if (isWaiting(session)) throw stillConfirming();
}

function complete({ paymentStatus, paymentIntent }: Session): Problem {
  const status = paymentIntent?.status;
  if (paymentStatus !== 'unpaid' || status === 'UNCAPTURED' || status === 'AMOUNT_CAPTURABLE_UPDATED')
    return new Problem('payment_already_completed', 'This checkout is complete.');
  if (status === 'PROCESSING' || isWaiting({ paymentIntent })) return stillConfirming();
  return new Problem('resource_invalid_state', 'This checkout is complete.');
}

/** What everybody but the first of several confirms gets. */
export const stillConfirming = (): Problem =>
  new Problem('payment_still_confirming', 'A payment of this checkout is being confirmed.', { retryAfterSeconds: 2 });

/**
 * What a buyer hears when another service is still at work on the same for another confirm of the session. The key by
 * which it knows that is ours, and none of the buyer's.
 *
 * @param thrown by a call that was sent with such a key
 */
export const asStillConfirming = (thrown: unknown): unknown =>
  thrown instanceof Problem && thrown.code === 'idempotency_key_in_use' && thrown.status === 409
    ? stillConfirming()
    : thrown;
