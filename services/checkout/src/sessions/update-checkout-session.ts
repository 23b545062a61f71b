import type { Calls, CheckoutSession, ReplyOf, UpdateCheckoutSession } from '@mizan/contracts';
import { log, newId, phased, Problem, type PhaseContext, type RoutesOf, type Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { abandonAttempt, startAttempt } from '../session/attempts.ts';
import { publishPriceUses, type FirstUses } from '../session/line-prices.ts';
import { getSession, lockSession, saveMerchantUpdate } from '../session/session-rows.ts';
import { isWaiting } from '../session/session-state.ts';
import { toSessionResource } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { assertUpdatable } from './assert-update.ts';
import { changeSession, isPaymentAffected, type Changeable, type UpdateDependencies } from './change-session.ts';
import { completeSession, updateFromAnswer } from './complete-session.ts';
import { prepareSessionUpdate } from './prepare-session-update.ts';

/** A change by the merchant. One of what is to be paid, or by whom, first abandons an attempt that waits for the buyer. */
export const updateCheckoutSession = (app: App): RoutesOf<'checkout'>['updateCheckoutSession'] =>
  phased({
    load: (context, input) => prepareSessionUpdate(context, app, input),
    reserve: (tx, { params, body }, loaded) => startUpdate(tx, { sessionId: params.id, body, loaded }),
    call: (update, context) => abandonPayment(update, context),
    settle: (tx, { reservation: update, outcome: abandoned }) => finishUpdate(tx, app, { update, abandoned }),
  });

/** A change between its two transactions. */
interface Update {
  readonly sessionId: string;
  /** Null when the session had no waiting attempt, so that the change is made already. */
  readonly waiting: {
    readonly attempt: number;
    readonly holdId: string | null;
    readonly abandonKey: string;
    readonly change: Partial<Changeable>;
    readonly firstUses: FirstUses;
  } | null;
}

type AbandonedPayment = ReplyOf<Calls['abandonSessionAttempt']>;

interface UpdateInput {
  readonly sessionId: string;
  readonly body: UpdateCheckoutSession;
  readonly loaded: UpdateDependencies;
}

/**
 * Makes the change at once, unless an attempt waits for the buyer that would then pay for something else. Such a session is
 * held, so that it cannot be confirmed while the attempt is being abandoned.
 */
async function startUpdate(tx: Tx, { sessionId, body, loaded }: UpdateInput): Promise<Update> {
  const session = await lockSession(tx, sessionId);
  assertUpdatable(session, tx.now);
  const { firstUses } = loaded;
  const change = changeSession(session, body, loaded);
  if (!isWaiting(session) || !isPaymentAffected(session, change)) {
    if (Object.keys(change).length > 0) await saveMerchantUpdate(tx, { ...session, ...change, updatedAt: tx.now });
    publishPriceUses(tx, sessionId, firstUses);
    return { sessionId, waiting: null };
  }
  const { attempt, holdId } = await startAttempt(tx, session, { ...session, closedByMerchant: false, paidIn: null });
  return { sessionId, waiting: { attempt, holdId, abandonKey: newId('abandon'), change, firstUses } };
}

/**
 * Abandons the attempt and releases its stock, with no transaction open. When payments refuses, because the money is just
 * moving, the session is no longer held and does not change.
 */
async function abandonPayment(
  { sessionId, waiting }: Update,
  { calls, autocommit }: Pick<PhaseContext, 'calls' | 'autocommit'>,
): Promise<AbandonedPayment> {
  if (!waiting) return { paymentIntent: null, objectVersion: 0 };
  const { attempt, holdId, abandonKey } = waiting;
  try {
    const request = { checkoutSessionId: sessionId };
    const abandoned = await calls.abandonSessionAttempt(request, { idempotencyKey: abandonKey });
    if (holdId !== null)
      await calls.releaseStock({ holdId }).catch((thrown: unknown) => {
        log.warn({ event: 'hold.release_postponed', sessionId, holdId, err: thrown }); // the abandoned charge's event does it, too
      });
    return abandoned;
  } catch (thrown) {
    if (!(thrown instanceof Problem) || (thrown.status >= 500 && thrown.status !== 503)) throw thrown; // it may have happened
    await abandonAttempt(autocommit, sessionId, attempt);
    if (thrown.code !== 'resource_invalid_state' && thrown.code !== 'payment_already_completed') throw thrown;
    throw new Problem('resource_invalid_state', 'The session has just been paid.', { cause: thrown });
  }
}

/**
 * Records the abandoned attempt and makes the change, both in one transaction. A crash before this leaves a held session
 * whose attempt is abandoned; the janitor ends the hold.
 */
async function finishUpdate(
  tx: Tx,
  app: App,
  { update: { sessionId, waiting }, abandoned }: { readonly update: Update; readonly abandoned: AbandonedPayment },
): Promise<CheckoutSession> {
  if (!waiting) return toSessionResource(await getSession(tx, sessionId), app, tx.now);
  const { attempt, change, firstUses } = waiting;
  const session = await completeSession(tx, app, { sessionId, update: updateFromAnswer(abandoned), attempt });
  if (session.status !== 'open')
    throw new Problem('resource_invalid_state', `The session has just become ${session.status}.`);
  if (session.attempt !== attempt) {
    assertUpdatable(session, tx.now); // it may be confirmed again
    throw new Problem('resource_invalid_state', 'This change was abandoned. Send it again with a new Idempotency-Key.');
  }
  const changed: Session = { ...session, ...change, updatedAt: tx.now };
  await saveMerchantUpdate(tx, changed);
  publishPriceUses(tx, sessionId, firstUses);
  return toSessionResource(changed, app, tx.now);
}
