import type { PaymentIntent } from '@mizan/contracts';
import { log, resourceMissing, type Tx } from '@mizan/service-kit';
import { identifyBuyer, payerIdentifiersOf } from '../discounts/buyer-marks.ts';
import { recordPaidMarks } from '../discounts/buyer-uses.ts';
import { settleDiscounts } from '../discounts/settle-discounts.ts';
import { countCompletion } from '../session/link-completions.ts';
import { lockSession, saveOutcome } from '../session/session-rows.ts';
import { isSetup, transitionFor, needsStock, type SessionTransition } from '../session/session-state.ts';
import {
  toSessionEvent,
  toSessionPaymentIntent,
  toSessionResource,
  type Rendering,
} from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';

/** A payment intent and how it was heard of. */
export interface IntentUpdate {
  readonly intent: PaymentIntent;
  /** Version of the intent, as on its events. */
  readonly version: number;
  /**
   * An `answer` tells what the intent is now, an `event` what it was when it was published. An intent may move without
   * an event, so an answer of an equal version is news and an event of an equal version is not.
   */
  readonly from: 'event' | 'answer';
  /** False for news that decide nothing about a confirm that may be running, such as changed metadata. */
  readonly endsAttempt: boolean;
}

/**
 * Applies a payment intent to its session: the one place where a session becomes complete. The confirm's own answer,
 * the intent's events, the janitor and an expiry all come here, in any order and any number of times; whoever is first
 * changes the session and publishes, the others find nothing left to do.
 *
 * The row lock makes them queue, the intent's version tells news from repeats, `transitionFor` decides, and the row commits
 * together with its event: a process that dies on any line of this leaves all of it or nothing, and in the second case
 * the intent's event is delivered again.
 *
 * @param attempt number of the confirm or expiry that ends with this, if any
 * @returns the session as it is now
 * @throws Problem `resource_missing`: no such session in this account and mode
 */
export async function completeSession(
  rendering: Rendering,
  tx: Tx,
  sessionId: string,
  heard: IntentUpdate | undefined,
  attempt?: number,
): Promise<Session> {
  const session = await lockSession(tx, sessionId);
  if (!session) throw resourceMissing();
  const news = heard && isNewer(session, heard) ? heard : undefined;
  const move = news && transitionFor(session, toSessionPaymentIntent(news.intent));
  const ends = session.attempt === attempt || news?.endsAttempt === true || (move?.status ?? 'open') !== 'open';
  if (!news && (!ends || session.attemptUntil === null)) return session;
  if (move?.event && news) warnOfOtherAmount(session, news.intent);
  return saveTransition(rendering, tx, move?.event, {
    ...session,
    ...(news && move ? { ...fieldsOf(news), status: move.status, paymentStatus: move.paymentStatus } : {}),
    attemptUntil: ends ? null : session.attemptUntil,
  });
}

/**
 * Completes a session that costs nothing, once: only the confirm that holds the session may, and its hold ends with it.
 *
 * @param paymentMethodId what a session of mode setup saved
 * @returns the session as it is now
 * @throws Problem `resource_missing`: no such session in this account and mode
 */
export async function completeFreeSession(
  rendering: Rendering,
  tx: Tx,
  sessionId: string,
  attempt: number,
  paymentMethodId?: string,
): Promise<Session> {
  const session = await lockSession(tx, sessionId);
  if (!session) throw resourceMissing();
  if (session.attemptUntil === null || session.attempt !== attempt) return session;
  if (isSetup(session) && paymentMethodId === undefined) throw new Error('bug: a setup that saved nothing');
  return saveTransition(rendering, tx, 'checkout.session.completed', {
    ...session,
    status: 'complete',
    paymentStatus: 'no_payment_required',
    paymentMethodId: paymentMethodId ?? null,
    attemptUntil: null,
  });
}

/** Whoever pays an order that has changed since paid the old price: money is never dropped, but somebody must know. */
function warnOfOtherAmount({ id, amountTotal }: Session, intent: PaymentIntent): void {
  if (intent.amount === amountTotal || !needsStock(intent)) return;
  const { id: paymentIntentId, amount } = intent;
  log.error({ event: 'session.paid_other_amount', sessionId: id, paymentIntentId, amountTotal, amount });
}

const isNewer = (session: Session, { version, from }: IntentUpdate): boolean =>
  from === 'answer' ? version >= session.intentVersion : version > session.intentVersion;

function fieldsOf({ intent, version }: IntentUpdate): Partial<Session> {
  return { paymentIntent: toSessionPaymentIntent(intent), paymentIntentId: intent.id, intentVersion: version };
}

const payerOf = ({ secrets }: Rendering, session: Session) =>
  identifyBuyer(secrets, session, payerIdentifiersOf(session));

/** Writes the locked session with what becomes of its discounts, and publishes what happened to it, if anything did. */
export async function saveTransition(
  rendering: Rendering,
  tx: Tx,
  event: SessionTransition['event'],
  session: Session,
): Promise<Session> {
  const settled = await settleDiscounts(tx, rendering.secrets, session);
  const saved: Session = { ...settled, updatedAt: tx.now, version: event ? session.version + 1 : session.version };
  await saveOutcome(tx, saved);
  if (event) countCompletion(tx, saved, event);
  if (event && saved.paymentStatus === 'paid') recordPaidMarks(tx, payerOf(rendering, saved));
  if (event)
    tx.emit(event, { object: toSessionEvent(toSessionResource(saved, rendering, tx.now)), version: saved.version });
  return saved;
}
