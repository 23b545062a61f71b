import { fragment, json, type Reader, type SystemReader, type Tx, Problem } from '@mizan/service-kit';
import { sessionColumns } from './session-rows.ts';
import type { Session } from './session.ts';

/**
 * How long a confirm or an expiry may hold its session, seconds of real time. Longer than its questions to other
 * services together may take (35 s); after it the janitor takes its process for dead and asks how the payment stands.
 */
const attemptSeconds = 60;
const untilThen = fragment`now() + ${attemptSeconds} * interval '1 second'`;

/** How long the janitor may take for one attempt, seconds: its two questions at their longest (20 s), and some more. */
const takeOverSeconds = 30;

/** What a confirm or an expiry learns before it begins and the session remembers. */
export type AttemptDetails = Pick<Session, 'customerId' | 'customer' | 'customFields' | 'holdId' | 'closedByMerchant'>;

/**
 * Makes the locked session the caller's: until the attempt ends nobody else can confirm, change or expire it.
 *
 * @returns the session with the number of the new attempt
 */
export async function startAttempt(tx: Tx, session: Session, facts: AttemptDetails): Promise<Session> {
  const begun = await tx.one<Pick<Session, 'attempt' | 'attemptUntil'>>`
    update checkout_sessions
    set attempt = attempt + 1, attempt_until = ${untilThen}, updated_at = ${tx.now},
      hold_id = ${facts.holdId}, customer_id = ${facts.customerId}, customer = ${json(facts.customer)},
      custom_fields = ${json(facts.customFields)}, closed_by_merchant = ${facts.closedByMerchant}
    where id = ${session.id}
    returning attempt, attempt_until as "attemptUntil"`;
  if (!begun) throw new Error('bug: a locked session is gone');
  return { ...session, ...facts, ...begun, updatedAt: tx.now };
}

/** Ends an attempt that moved no money. Does nothing when it has ended already, or another one has begun. */
export async function abandonAttempt(db: Pick<Reader, 'sql'>, sessionId: string, attempt: number): Promise<void> {
  await db.sql`
    update checkout_sessions set attempt_until = null, closed_by_merchant = false
    where id = ${sessionId} and attempt = ${attempt} and attempt_until is not null`;
}

/**
 * Gives a confirm that is resumed its time anew, so that the janitor leaves it alone meanwhile.
 *
 * @returns the session; undefined when the attempt has ended, or is the janitor's by now
 */
export function resumeAttempt(reader: Reader, sessionId: string, attempt: number): Promise<Session | undefined> {
  const { merchantId, livemode } = reader.scope;
  return reader.one<Session>`
    update checkout_sessions set attempt_until = ${untilThen}
    where id = ${sessionId} and merchant_id = ${merchantId} and livemode = ${livemode}
      and attempt = ${attempt} and attempt_until is not null
    returning ${sessionColumns}`;
}

/** A session whose attempt should have ended by now. */
export type StaleAttempt = Pick<Session, 'id' | 'merchantId' | 'livemode' | 'attempt' | 'holdId'>;

/** Sessions of every account whose attempt outlived its process, oldest first. */
export const findStaleAttempts = (db: SystemReader, limit: number): Promise<StaleAttempt[]> =>
  db.sql<StaleAttempt>`
    select id, merchant_id as "merchantId", livemode, attempt, hold_id as "holdId"
    from checkout_sessions where attempt_until < now() order by attempt_until limit ${limit}`;

/**
 * Makes a stale attempt the janitor's: under a number of its own, so that whoever resumes it from now on finds it taken
 * and moves no money. A janitor that dies is followed by another, which finds the same pieces still to be given back.
 *
 * @returns its new number, and whether it is an expiry that the merchant asked for; undefined when it was resumed, or has
 *   ended meanwhile
 */
export function takeOverAttempt(
  db: SystemReader,
  stale: StaleAttempt,
): Promise<Pick<Session, 'attempt' | 'closedByMerchant'> | undefined> {
  return db.one`
    update checkout_sessions
    set attempt = attempt + 1, attempt_until = now() + ${takeOverSeconds} * interval '1 second'
    where id = ${stale.id} and merchant_id = ${stale.merchantId} and livemode = ${stale.livemode}
      and attempt = ${stale.attempt} and attempt_until < now()
    returning attempt, closed_by_merchant as "closedByMerchant"`;
}

/** Whether a sibling refused. Whoever works on the same question already has not refused it. */
export const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof Problem && thrown.code !== 'idempotency_key_in_use' && thrown.status < 500;

/** Whether a question that was asked once only has done nothing: it was refused, or the connection was never made. */
export const hasNoEffect = (thrown: unknown): boolean =>
  isRefusal(thrown) || (thrown instanceof Problem && thrown.status === 503);
