import { newId, sweep, type JobContext } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { findStaleAttempts, takeOverAttempt, type StaleAttempt } from '../session/attempts.ts';
import { needsStock } from '../session/session-state.ts';
import { completeSession, updateFromAnswer } from './complete-session.ts';
import { cancelPayment, finishExpiry } from './expire-checkout-session.ts';

/** Attempts handled at a time; the job runs again at once while there are more. */
const batch = 50;

/**
 * Ends attempts that outlived the process that started them: takes each over, so that no retry resumes it, closes it at
 * payments, so that a process that only stood still can no longer charge for stock and discounts that are released here,
 * and applies the state of the session's payment. An expiry that the merchant requested, or because the order is paid in another
 * checkout, is completed: its payment may be canceled by now, and the merchant received that it may have happened. A session is never left held and a payment never
 * forgotten. When payments does not answer the session stays held, because the money may have moved, and is tried again
 * later.
 *
 * @returns how many were resolved
 */
export const resolveAttempts = (app: App, context: JobContext): Promise<number> =>
  sweep<StaleAttempt>(context, {
    failure: { event: 'attempt.unresolved', level: () => 'warn', ids: ({ id }) => ({ sessionId: id }) },
    find: ({ system }) => findStaleAttempts(system, batch),
    handle: (stale) => resolveOne(app, context, stale),
  });

async function resolveOne(app: App, { db, calls: all }: JobContext, stale: StaleAttempt): Promise<void> {
  const taken = await takeOverAttempt(db.system, stale);
  if (!taken) return;
  const { id: sessionId, merchantId, livemode, holdId } = stale;
  const { attempt, closedByMerchant, paidIn } = taken;
  const scope = { merchantId, livemode };
  const calls = all.bind(scope);
  const payment = await calls.closeAttempt({ checkoutSessionId: sessionId, attempt: stale.attempt });
  if (closedByMerchant || paidIn !== null) {
    const expiry = { sessionId, attempt, cancelKey: newId('cancel') };
    const context = { calls, autocommit: db.autocommit(scope) };
    const canceled = await cancelPayment(context, { expiry, isFirstCall: false });
    await db.transact(scope, (tx) => finishExpiry(tx, app, { expiry, canceled }));
    return;
  }
  if (holdId !== null && !needsStock(payment.paymentIntent)) await calls.releaseStock({ holdId });
  const update = updateFromAnswer(payment);
  await db.transact(scope, (tx) => completeSession(tx, app, { sessionId, update, attempt }));
}
