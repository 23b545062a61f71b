import { log, newId, type JobContext } from '@mizan/service-kit';
import { findStaleAttempts, takeOverAttempt, type StaleAttempt } from '../session/attempts.ts';
import { needsStock } from '../session/session-state.ts';
import type { Rendering } from '../session/session.resource.ts';
import { completeSession } from './complete-session.ts';
import { cancelPayment, finishExpiry } from './expire-checkout-session.ts';

const batch = 50;

/**
 * Ends attempts that outlived the process that began them: takes each over, so that nobody resumes it, asks payments how
 * the session's payment stands and applies the answer. An expiry that the merchant asked for is brought to its end: its
 * payment may be cancelled by now, and the merchant knows nothing else than that it may have happened. A session is never
 * left held and a payment never forgotten. When payments does not answer the session stays held, because the money may
 * have moved, and is looked at again later.
 *
 * @returns how many were resolved
 */
export async function resolveAttempts(rendering: Rendering, context: JobContext): Promise<number> {
  const stale = await findStaleAttempts(context.db.system, batch);
  let resolved = 0;
  for (const attempt of stale) {
    if (context.signal.aborted) break;
    resolved += await resolveOne(rendering, context, attempt).then(
      () => 1,
      (thrown: unknown) => {
        log.warn({ event: 'attempt.unresolved', sessionId: attempt.id, err: thrown });
        return 0;
      },
    );
  }
  return resolved;
}

async function resolveOne(rendering: Rendering, { db, calls }: JobContext, stale: StaleAttempt): Promise<void> {
  const taken = await takeOverAttempt(db.system, stale);
  if (!taken) return;
  const { attempt, closedByMerchant } = taken;
  const scope = { merchantId: stale.merchantId, livemode: stale.livemode };
  const bound = calls.bind(scope);
  if (closedByMerchant) {
    const expiry = { sessionId: stale.id, attempt, cancelKey: newId('cancel') };
    const canceled = await cancelPayment(
      expiry,
      { calls: bound, reader: db.reader(scope, db.clocks.nowOf(scope)) },
      false,
    );
    await db.transact(scope, (tx) => finishExpiry(rendering, tx, expiry, canceled));
    return;
  }
  const { paymentIntent, objectVersion } = await bound.getSessionPayment({ checkoutSessionId: stale.id });
  if (stale.holdId !== null && !needsStock(paymentIntent)) await bound.releaseStock({ holdId: stale.holdId });
  const heard = paymentIntent
    ? { intent: paymentIntent, version: objectVersion, from: 'answer' as const, endsAttempt: true }
    : undefined;
  await db.transact(scope, (tx) => completeSession(rendering, tx, stale.id, heard, attempt));
}
