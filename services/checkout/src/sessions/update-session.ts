import type { CheckoutSession, ReplyOf, UpdateCheckoutSession, calls as callTable } from '@mizan/contracts';
import { log, newId, Problem, resourceMissing, type LoadContext, type Tx } from '@mizan/service-kit';
import { abandonAttempt, beginAttempt } from './attempts.ts';
import { changeSession, concernsPayment, type Changeable, type ChangeFacts } from './change-session.ts';
import { checkChangeable } from './check-changeable.ts';
import { completeSession } from './complete-session.ts';
import { publishUses, type FirstUses } from './price-uses.ts';
import { saveChange } from './save-change.ts';
import { findSession, lockSession } from './session-rows.ts';
import { isWaiting } from './session-state.ts';
import { toSessionResource, type Rendering } from './session.resource.ts';
import type { Session } from './session.ts';

/** A change between its two transactions. */
export interface Update {
  readonly sessionId: string;
  /** Null when no attempt stood in its way, so that the change is made already. */
  readonly waiting: {
    readonly attempt: number;
    readonly holdId: string | null;
    readonly abandonKey: string;
    readonly change: Partial<Changeable>;
    readonly firstUses: FirstUses;
  } | null;
}

type AbandonedPayment = ReplyOf<(typeof callTable)['abandonSessionAttempt']>;

/**
 * First phase of a change by the merchant: makes it at once, unless an attempt waits for the buyer that would then pay
 * for something else. Such a session is held, so that nobody confirms it while the attempt is being given up.
 *
 * @throws Problem `resource_missing` and as `checkChangeable`, judged anew under the lock
 * @throws Problem as `changeSession`
 */
export async function beginUpdate(
  tx: Tx,
  sessionId: string,
  body: UpdateCheckoutSession,
  facts: ChangeFacts,
): Promise<Update> {
  const session = await lockSession(tx, sessionId);
  if (!session) throw resourceMissing();
  checkChangeable(session, tx.now);
  const change = changeSession(session, body, facts);
  if (!isWaiting(session) || !concernsPayment(session, change)) {
    if (Object.keys(change).length > 0) await saveChange(tx, { ...session, ...change, updatedAt: tx.now });
    publishUses(tx, sessionId, facts.firstUses);
    return { sessionId, waiting: null };
  }
  const { attempt, holdId } = await beginAttempt(tx, session, { ...session, closedByMerchant: false });
  return { sessionId, waiting: { attempt, holdId, abandonKey: newId('abandon'), change, firstUses: facts.firstUses } };
}

/**
 * Second phase, with no transaction open: has the attempt given up and its pieces given back. When payments refuses,
 * because the money is just moving, the session is given back as it was.
 *
 * @throws Problem `payment_still_confirming`
 * @throws Problem `resource_invalid_state`: it has just been paid
 */
export async function abandonPayment(
  { sessionId, waiting }: Update,
  { calls, reader }: Pick<LoadContext, 'calls' | 'reader'>,
): Promise<AbandonedPayment> {
  if (!waiting) return { paymentIntent: null, objectVersion: 0 };
  const { attempt, holdId, abandonKey } = waiting;
  try {
    const request = { checkoutSessionId: sessionId };
    const abandoned = await calls.abandonSessionAttempt(request, { idempotencyKey: abandonKey });
    if (holdId !== null)
      await calls.releaseStock({ holdId }).catch((thrown: unknown) => {
        log.warn({ event: 'hold.release_postponed', sessionId, holdId, err: thrown }); // the given-up charge's event does it too
      });
    return abandoned;
  } catch (thrown) {
    if (!(thrown instanceof Problem) || (thrown.status >= 500 && thrown.status !== 503)) throw thrown; // it may have happened
    await abandonAttempt(reader, sessionId, attempt);
    if (thrown.code !== 'resource_invalid_state') throw thrown;
    throw new Problem('resource_invalid_state', 'The session has just been paid.', { cause: thrown });
  }
}

/**
 * Third phase: records the abandoned attempt and makes the change, both in one transaction. A crash before this leaves a
 * held session whose attempt is given up; the janitor gives it back as it was.
 *
 * @returns the session as the merchant's API shows it
 */
export async function endUpdate(
  rendering: Rendering,
  tx: Tx,
  { sessionId, waiting }: Update,
  { paymentIntent, objectVersion }: AbandonedPayment,
): Promise<CheckoutSession> {
  if (!waiting) {
    const session = await findSession(tx, sessionId);
    if (!session) throw resourceMissing();
    return toSessionResource(session, rendering, tx.now);
  }
  const { attempt, change, firstUses } = waiting;
  const heard = paymentIntent
    ? { intent: paymentIntent, version: objectVersion, from: 'answer' as const, endsAttempt: true }
    : undefined;
  const session = await completeSession(rendering, tx, sessionId, heard, attempt);
  if (session.status !== 'open')
    throw new Problem('resource_invalid_state', `The session has just become ${session.status}.`);
  if (session.attempt !== attempt) {
    checkChangeable(session, tx.now); // somebody may confirm again
    throw new Problem('resource_invalid_state', 'This change was given up. Send it again with a new Idempotency-Key.');
  }
  const changed: Session = { ...session, ...change, updatedAt: tx.now };
  await saveChange(tx, changed);
  publishUses(tx, sessionId, firstUses);
  return toSessionResource(changed, rendering, tx.now);
}
