import type { Calls, CheckoutSession, ReplyOf } from '@mizan/contracts';
import { newId, phased, Problem, withUnstored, type PhaseContext, type RoutesOf, type Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { abandonAttempt, hasNoEffect, isRefusal, startAttempt } from '../session/attempts.ts';
import { lockSession } from '../session/session-rows.ts';
import { isCancellable, isDue, isExpired, isInDoubt } from '../session/session-state.ts';
import { toSessionResource } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { sessionStillConfirming } from './assert-update.ts';
import { completeSession, saveTransition, updateFromAnswer } from './complete-session.ts';

/** An expiry that the merchant requests: the session is held, its payment canceled, the outcome recorded. */
export const expireCheckoutSession = (app: App): RoutesOf<'checkout'>['expireCheckoutSession'] =>
  phased({
    reserve: async (tx, { params }) => {
      const expiry = await startExpiry(tx, app, { sessionId: params.id, byMerchant: true });
      return withUnstored<Expiry, { isFirstCall?: true }>(expiry, { isFirstCall: true });
    },
    call: (expiry, context) => cancelPayment(context, { expiry, isFirstCall: expiry.isFirstCall === true }),
    settle: (tx, { reservation: expiry, outcome: canceled }) => finishExpiry(tx, app, { expiry, canceled }),
  });

/** An expiry between its two transactions. */
export interface Expiry {
  readonly sessionId: string;
  readonly attempt: number;
  /** Null when there was no payment to cancel, so that the session has expired already. */
  readonly cancelKey: string | null;
}

type CanceledPayment = ReplyOf<Calls['cancelSessionPayment']>;

interface StartExpiry {
  readonly sessionId: string;
  /** True when the merchant requested it, which is final; false when the session is past its time. */
  readonly byMerchant: boolean;
  /** Also expires a session whose payment has been in doubt for too long. */
  readonly despiteDoubt?: boolean;
  /** The checkout in which its order is paid, if it expires for that. */
  readonly paidIn?: string;
}

/**
 * First phase of an expiry: expires a session without a payment at once; holds one that has a payment, so that it cannot be
 * confirmed while its payment is being canceled. That the merchant requested it is written here, so that it is known
 * wherever the canceled payment is recorded first.
 *
 * @throws Problem `resource_invalid_state`: complete or expired already, also when only its time has passed
 * @throws Problem `payment_still_confirming`: the outcome of its payment is not known yet
 */
export async function startExpiry(tx: Tx, app: App, start: StartExpiry): Promise<Expiry> {
  const { sessionId, byMerchant, despiteDoubt = false } = start;
  const found = await lockSession(tx, sessionId);
  const session: Session = {
    ...found,
    closedByMerchant: found.closedByMerchant || byMerchant,
    paidIn: start.paidIn ?? found.paidIn,
  };
  if (session.status !== 'open')
    throw new Problem('resource_invalid_state', `The session is ${session.status} already.`);
  if (isInDoubt(session) && !despiteDoubt) throw sessionStillConfirming();
  // Past its time it has expired by itself, also before the job has recorded it.
  if (byMerchant && isExpired(session, tx.now))
    throw new Problem('resource_invalid_state', 'The session is expired already.');
  if (!isCancellable(session.paymentIntent)) {
    await saveExpired(tx, app, session);
    return { sessionId, attempt: session.attempt, cancelKey: null };
  }
  const { attempt } = await startAttempt(tx, session, session);
  return { sessionId, attempt, cancelKey: newId('cancel') };
}

/**
 * Second phase, with no transaction open: cancels the payment, so that an expired session can never take money. When
 * payments refuses, because the money is just moving, the session is no longer held and does not change. The same when
 * payments cannot be reached, unless the call may have been sent before: then the payment may be canceled, and the janitor
 * finds out.
 *
 * @param isFirstCall false when the call may have been sent before
 */
export async function cancelPayment(
  { calls, autocommit }: Pick<PhaseContext, 'calls' | 'autocommit'>,
  { expiry, isFirstCall }: { readonly expiry: Expiry; readonly isFirstCall: boolean },
): Promise<CanceledPayment> {
  if (expiry.cancelKey === null) return { paymentIntent: null, objectVersion: 0 };
  const request = { checkoutSessionId: expiry.sessionId };
  try {
    return await calls.cancelSessionPayment(request, { idempotencyKey: expiry.cancelKey });
  } catch (thrown) {
    if (!(isFirstCall ? hasNoEffect : isRefusal)(thrown)) throw thrown; // it may have happened
    await abandonAttempt(autocommit, expiry.sessionId, expiry.attempt);
    if (!(thrown instanceof Problem) || thrown.code !== 'payment_already_completed') throw thrown;
    throw new Problem('resource_invalid_state', 'The session has just been paid.', { cause: thrown });
  }
}

interface CanceledExpiry {
  readonly expiry: Expiry;
  readonly canceled: CanceledPayment;
}

/**
 * Third phase: records the canceled payment and expires the session, both in one transaction. If the payment turns out to
 * have succeeded before it could be canceled, the session completes instead. A crash before this leaves a held open session
 * with a canceled payment; the payment's event, or the janitor, expires it.
 */
export async function finishExpiry(tx: Tx, app: App, { expiry, canceled }: CanceledExpiry): Promise<CheckoutSession> {
  const { sessionId, attempt } = expiry;
  const session = await completeSession(tx, app, { sessionId, update: updateFromAnswer(canceled), attempt });
  if (session.status !== 'open') return toSessionResource(session, app, tx.now);
  // This expiry was abandoned meanwhile, and the session may be confirmed again.
  if (session.attempt !== attempt && (isInDoubt(session) || isCancellable(session.paymentIntent)))
    throw sessionStillConfirming();
  return toSessionResource(await saveExpired(tx, app, session), app, tx.now);
}

/** Expires a session that is past its time, unless its payment must be canceled first, which the job does. */
export async function expireIfDue(tx: Tx, app: App, sessionId: string): Promise<Session> {
  const session = await lockSession(tx, sessionId);
  return isDue(session, tx.now) ? saveExpired(tx, app, session) : session;
}

const saveExpired = (tx: Tx, app: App, session: Session): Promise<Session> =>
  saveTransition(tx, app, {
    event: 'checkout.session.expired',
    session: { ...session, status: 'expired', attemptUntil: null },
  });
