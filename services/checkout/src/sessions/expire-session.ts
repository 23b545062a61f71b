import type { CheckoutSession, ReplyOf, calls as callTable } from '@mizan/contracts';
import { newId, Problem, resourceMissing, type LoadContext, type Tx } from '@mizan/service-kit';
import { abandonAttempt, beginAttempt } from './attempts.ts';
import { completeSession, saveMove } from './complete-session.ts';
import { lockSession } from './session-rows.ts';
import { isCancellable, isExpired, isInDoubt } from './session-state.ts';
import { toSessionResource, type Rendering } from './session.resource.ts';
import type { Session } from './session.ts';
import { wasRefused, wasRefusedNow } from './was-refused.ts';

/** An expiry between its two transactions. */
export interface Expiry {
  readonly sessionId: string;
  readonly attempt: number;
  /** Null when there was no payment to cancel, so that the session has expired already. */
  readonly cancelKey: string | null;
}

type CanceledPayment = ReplyOf<(typeof callTable)['cancelSessionPayment']>;

/** Why a session expires. */
export interface ExpiryCause {
  /** True when the merchant asked for it, which is final; false when its time came. */
  readonly byMerchant: boolean;
  /** Also takes a session whose payment has been in doubt for too long. */
  readonly despiteDoubt?: boolean;
}

/**
 * First phase of an expiry: expires a session that has no payment at once; holds one that has, so that nobody confirms
 * it while its payment is being cancelled. That the merchant asked is written here, so that it is known to whoever hears
 * first of the cancelled payment.
 *
 * @throws Problem `resource_missing`
 * @throws Problem `resource_invalid_state`: complete or expired already, be it by its time
 * @throws Problem `payment_still_confirming`: the outcome of its payment is not known yet
 */
export async function beginExpiry(
  rendering: Rendering,
  tx: Tx,
  sessionId: string,
  { byMerchant, despiteDoubt = false }: ExpiryCause,
): Promise<Expiry> {
  const found = await lockSession(tx, sessionId);
  if (!found) throw resourceMissing();
  const session: Session = { ...found, closedByMerchant: found.closedByMerchant || byMerchant };
  if (session.status !== 'open')
    throw new Problem('resource_invalid_state', `The session is ${session.status} and cannot expire.`);
  if (isInDoubt(session) && !despiteDoubt) throw stillConfirming();
  // Past its time it has expired by itself, whether or not the sweeper has come.
  if (byMerchant && isExpired(session, tx.now))
    throw new Problem('resource_invalid_state', 'The session is expired and cannot expire.');
  if (!isCancellable(session.paymentIntent)) {
    await saveMove(rendering, tx, 'checkout.session.expired', expired(session));
    return { sessionId, attempt: session.attempt, cancelKey: null };
  }
  const { attempt } = await beginAttempt(tx, session, session);
  return { sessionId, attempt, cancelKey: newId('cancel') };
}

/**
 * Second phase, with no transaction open: has the payment cancelled, so that an expired session can never take money.
 * When payments refuses, because the money is just moving, the session is given back as it was. So it is when payments
 * is away, unless this was asked before: then the payment may be cancelled, and the janitor finds out.
 *
 * @param isAskedOnce false when somebody may have asked for it before
 */
export async function cancelPayment(
  expiry: Expiry,
  { calls, reader }: Pick<LoadContext, 'calls' | 'reader'>,
  isAskedOnce: boolean,
): Promise<CanceledPayment> {
  if (expiry.cancelKey === null) return { paymentIntent: null, objectVersion: 0 };
  const request = { checkoutSessionId: expiry.sessionId };
  try {
    return await calls.cancelSessionPayment(request, { idempotencyKey: expiry.cancelKey });
  } catch (thrown) {
    if (!(isAskedOnce ? wasRefused : wasRefusedNow)(thrown)) throw thrown; // it may have happened
    await abandonAttempt(reader, expiry.sessionId, expiry.attempt);
    if (!(thrown instanceof Problem) || thrown.code !== 'payment_already_completed') throw thrown;
    throw new Problem('resource_invalid_state', 'The session has just been paid.', { cause: thrown });
  }
}

/**
 * Third phase: records the cancelled payment and expires the session, both in one transaction. If the payment turns out
 * to have succeeded before it could be cancelled, the session completes instead. A crash before this leaves a held open
 * session with a cancelled payment; the payment's event, or the janitor, expires it.
 *
 * @returns the session as the merchant's API shows it
 */
export async function endExpiry(
  rendering: Rendering,
  tx: Tx,
  { sessionId, attempt }: Expiry,
  { paymentIntent, objectVersion }: CanceledPayment,
): Promise<CheckoutSession> {
  const heard = paymentIntent
    ? { intent: paymentIntent, version: objectVersion, from: 'answer' as const, endsAttempt: true }
    : undefined;
  const session = await completeSession(rendering, tx, sessionId, heard, attempt);
  if (session.status !== 'open') return toSessionResource(session, rendering, tx.now);
  // This expiry was given up meanwhile, and somebody may confirm again.
  if (session.attempt !== attempt && (isInDoubt(session) || isCancellable(session.paymentIntent)))
    throw stillConfirming();
  const done = await saveMove(rendering, tx, 'checkout.session.expired', expired(session));
  return toSessionResource(done, rendering, tx.now);
}

/**
 * Expires a session that is past its time, as far as one transaction can: one whose payment must be cancelled first is
 * left to the sweeper. Reading such a session shows `isExpired` all the same.
 *
 * @returns the session as it is now
 */
export async function expireIfDue(rendering: Rendering, tx: Tx, sessionId: string): Promise<Session> {
  const session = await lockSession(tx, sessionId);
  if (!session) throw resourceMissing();
  if (!isDue(session, tx.now)) return session;
  return saveMove(rendering, tx, 'checkout.session.expired', expired(session));
}

/** True when a session is past its time and nothing stands between it and its end. */
export const isDue = (session: Session, now: Date): boolean =>
  session.status === 'open' && isExpired(session, now) && !isInDoubt(session) && !isCancellable(session.paymentIntent);

const expired = (session: Session): Session => ({ ...session, status: 'expired', attemptUntil: null });

const stillConfirming = (): Problem =>
  new Problem('payment_still_confirming', 'A payment of this session is being confirmed. Try again shortly.', {
    retryAfterSeconds: 2,
  });
