import type { Calls, EventPaymentIntent, ReplyOf } from '@mizan/contracts';
import { log, type Tx, type TxAtOnce } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { areSameCustomer } from '../customers/customers.ts';
import { identifyBuyer, payerIdentifiersOf } from '../discounts/buyer-marks.ts';
import { recordPaidMarks } from '../discounts/buyer-uses.ts';
import { settleDiscounts } from '../discounts/settle-discounts.ts';
import { countCompletion } from '../session/link-completions.ts';
import { publishSession } from '../session/publish-session.ts';
import { lockSession, outcomeOf } from '../session/session-rows.ts';
import { isLost, isSetup, needsStock, transitionFor, type SessionTransition } from '../session/session-state.ts';
import { toStoredPaymentIntent } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { withoutPerson } from './erase-customer.ts';

/** A version of a payment intent, and where it comes from. */
export interface IntentUpdate {
  readonly intent: EventPaymentIntent;
  /** Version of the intent, as on its events. */
  readonly version: number;
  /**
   * An `answer` is the intent as it is now, an `event` as it was when it was published. An intent may change without an
   * event, so that an answer of an equal version is applied and an event of an equal version is not.
   */
  readonly from: 'event' | 'answer';
  /**
   * True for an event that is the outcome of a confirm. Who brings an answer says which attempt ends with it: the answer
   * may be about an earlier one than is running now.
   */
  readonly endsAttempt: boolean;
}

/** The state of a session's payment as payments answers it, if it has one. */
export const updateFromAnswer = (payment: ReplyOf<Calls['getSessionPayment']>): IntentUpdate | undefined =>
  payment.paymentIntent
    ? { intent: payment.paymentIntent, version: payment.objectVersion, from: 'answer', endsAttempt: false }
    : undefined;

interface Completion {
  readonly sessionId: string;
  readonly update: IntentUpdate | undefined;
  /** Number of the confirm or expiry that ends with this, if any. */
  readonly attempt?: number;
}

/**
 * Applies a payment intent to its session: the one place where a session becomes complete. The confirm's own answer,
 * the intent's events, the janitor and an expiry all call it, in any order and any number of times; the first call
 * changes the session and publishes, later ones change nothing. The row lock makes them queue, the intent's version
 * identifies repeats, `transitionFor` decides, and the row commits together with its event: a process that dies on any
 * line of this leaves all of it or nothing, and in the second case the intent's event is delivered again.
 *
 * @returns the session as it is now
 * @throws Problem `resource_missing`: no such session in this account and mode
 */
export async function completeSession(tx: Tx, app: App, { sessionId, update, attempt }: Completion): Promise<Session> {
  const session = await lockSession(tx, sessionId);
  const changed = applyUpdate(session, { update: update && (await withoutErased(tx, session, update)), attempt });
  return changed ? saveTransition(tx, app, changed) : session;
}

/**
 * As {@link completeSession}, for the answer to the attempt that this process has just started, in one round trip. It fails
 * as stale when the session has changed since. Undefined where the session must be read first.
 *
 * @param session as the start of the attempt left it
 */
export function completeAtOnce(
  app: App,
  { session, update }: { readonly session: Session; readonly update: IntentUpdate },
): ((tx: TxAtOnce) => Session) | undefined {
  const mayBeApplied = session.discounts.length === 0 && session.erasedCustomerId === null;
  const changed = mayBeApplied && applyUpdate(session, { update, attempt: session.attempt });
  if (!changed) return undefined;
  return (tx) => {
    const saved = versioned(tx, changed);
    tx.alongCommit`${outcomeOf(tx, saved, session)}`;
    publishTransition(tx, app, { ...changed, session: saved });
    return saved;
  };
}

/** What a payment was before its customer was deleted may arrive after the customer was erased from the session: it names no one. */
async function withoutErased(tx: Tx, { erasedCustomerId }: Session, update: IntentUpdate): Promise<IntentUpdate> {
  const { intent } = update;
  if (erasedCustomerId === null || !intent.customer) return update;
  const isErased = await areSameCustomer(tx, intent.customer.id, erasedCustomerId);
  return isErased ? { ...update, intent: withoutPerson(intent) } : update;
}

/** The session after an update, and the event of it; undefined when the update changes nothing. */
function applyUpdate(session: Session, { update, attempt }: Pick<Completion, 'update' | 'attempt'>) {
  const isOwn = session.attempt === attempt;
  const newer = update && isNewer(session, update, isOwn) ? update : undefined;
  const transition = newer && transitionFor(session, toStoredPaymentIntent(newer.intent));
  const ends = isOwn || newer?.endsAttempt === true || (transition?.status ?? 'open') !== 'open';
  if (!newer && (!ends || session.attemptUntil === null)) return undefined;
  const isPaidThoughFree = session.paymentStatus === 'no_payment_required' && !needsStock(session.paymentIntent);
  if (newer && (transition?.event || isPaidThoughFree)) warnOfOtherAmount(session, newer.intent);
  return {
    event: transition?.event,
    wasLost: isLost(session.paymentIntent),
    session: {
      ...session,
      ...(newer && transition
        ? { ...fieldsOf(newer), status: transition.status, paymentStatus: transition.paymentStatus }
        : {}),
      attemptUntil: ends ? null : session.attemptUntil,
    },
  };
}

export interface FreeCompletion {
  readonly sessionId: string;
  readonly attempt: number;
  /** What a session of mode setup saved. */
  readonly paymentMethodId?: string | undefined;
}

/** Completes a session that costs nothing, once: only the confirm that holds it may, and its hold ends with it. */
export async function completeFreeSession(
  tx: Tx,
  app: App,
  { sessionId, attempt, paymentMethodId }: FreeCompletion,
): Promise<Session> {
  const session = await lockSession(tx, sessionId);
  if (session.attemptUntil === null || session.attempt !== attempt) return session;
  if (isSetup(session) && paymentMethodId === undefined) throw new Error('bug: a setup that saved nothing');
  return saveTransition(tx, app, {
    event: 'checkout.session.completed',
    session: {
      ...session,
      status: 'complete',
      paymentStatus: 'no_payment_required',
      paymentMethodId: paymentMethodId ?? null,
      attemptUntil: null,
    },
  });
}

/**
 * A buyer may have paid the total from before a change of the order, also of one that became free meanwhile. The money counts,
 * and an operator must know.
 */
function warnOfOtherAmount({ id, amountTotal }: Session, intent: EventPaymentIntent): void {
  if (intent.amount === amountTotal || !needsStock(intent)) return;
  const { id: paymentIntentId, amount } = intent;
  log.error({ event: 'session.paid_other_amount', sessionId: id, paymentIntentId, amountTotal, amount });
}

/** @param isOwn the running attempt ends with it: its answer may differ from what is known under the same version */
const isNewer = (session: Session, { version, from }: IntentUpdate, isOwn: boolean): boolean =>
  from === 'answer' && isOwn ? version >= session.intentVersion : version > session.intentVersion;

function fieldsOf({ intent, version }: IntentUpdate): Partial<Session> {
  return { paymentIntent: toStoredPaymentIntent(intent), paymentIntentId: intent.id, intentVersion: version };
}

/** A session after an update, and its event, if any. */
interface Transition {
  readonly event: SessionTransition['event'];
  readonly session: Session;
  /** Its payment had failed before; false unless given. */
  readonly wasLost?: boolean;
}

/** Writes the locked session, redeems or releases its discounts, and publishes the event of its transition, if any. */
export async function saveTransition(tx: Tx, app: App, transition: Transition): Promise<Session> {
  const { event, session } = transition;
  const saved = versioned(tx, { event, session: await settleDiscounts(tx, app, session) });
  await tx.sql`${outcomeOf(tx, saved)}`;
  publishTransition(tx, app, { ...transition, session: saved });
  return saved;
}

const versioned = ({ now }: TxAtOnce, { event, session }: Transition): Session => ({
  ...session,
  updatedAt: now,
  version: event ? session.version + 1 : session.version,
});

function publishTransition(tx: TxAtOnce, app: App, { event, session, wasLost = false }: Transition): void {
  if (!event) return;
  countCompletion(tx, session, { event, wasLost });
  if (session.paymentStatus === 'paid') recordPaidMarks(tx, identifyBuyer(app, session, payerIdentifiersOf(session)));
  publishSession(tx, app, { type: event, session });
}
