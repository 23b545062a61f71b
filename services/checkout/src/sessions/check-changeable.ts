import { Problem } from '@mizan/service-kit';
import { isExpired, isInDoubt } from './session-state.ts';
import type { Session } from './session.ts';

/**
 * Refuses a merchant's change of a session that is over, or whose money may be moving.
 *
 * @throws Problem `resource_invalid_state`: complete or expired
 * @throws Problem `payment_still_confirming`: the outcome of its payment is not known yet
 */
export function checkChangeable(session: Session, now: Date): void {
  if (isInDoubt(session))
    throw new Problem('payment_still_confirming', 'A payment of this session is being confirmed. Try again shortly.', {
      retryAfterSeconds: 2,
    });
  if (session.status === 'complete') throw cannotChange('complete');
  if (isExpired(session, now)) throw cannotChange('expired');
}

const cannotChange = (state: string): Problem =>
  new Problem('resource_invalid_state', `The session is ${state} and cannot change.`);
