import type { LoadContext } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { isInDoubt, isWaiting, needsStock } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { completeSession, updateFromAnswer } from './complete-session.ts';

/**
 * The session with its payment as payments knows it, where the session's copy says that an attempt is open: the buyer may
 * have failed at the bank a moment ago, and tries again before the event of it has arrived. The stock of that attempt is
 * released here as well, because the next one may need the last pieces. No transaction may be open.
 */
export async function refreshPayment(
  { calls, scope, now }: Pick<LoadContext, 'calls' | 'scope' | 'now'>,
  app: App,
  session: Session,
): Promise<Session> {
  const { id: sessionId, status, attemptUntil, intentVersion, holdId } = session;
  const isOpen = status === 'open' && attemptUntil === null && (isWaiting(session) || isInDoubt(session));
  if (!isOpen) return session;
  const payment = await calls.getSessionPayment({ checkoutSessionId: sessionId });
  if (payment.objectVersion <= intentVersion) return session;
  if (holdId !== null && !needsStock(payment.paymentIntent)) await calls.releaseStock({ holdId });
  const update = updateFromAnswer(payment);
  return app.db.transact(scope, (tx) => completeSession(tx, app, { sessionId, update }), now);
}
