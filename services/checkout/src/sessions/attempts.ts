import { json, type Reader, type SystemReader, type Tx } from '@mizan/service-kit';
import type { Session } from './session.ts';

/**
 * How long a confirm or an expiry may hold its session, seconds of real time. Longer than its questions to other
 * services together may take (35 s); after it the janitor takes its process for dead and asks how the payment stands.
 */
const attemptSeconds = 60;

/** What a confirm learns before it begins and the session remembers. */
export type AttemptFacts = Pick<Session, 'customerId' | 'customer' | 'customFields' | 'holdId'>;

/**
 * Makes the locked session the caller's: until the attempt ends nobody else can confirm, change or expire it.
 *
 * @returns the session with the number of the new attempt
 */
export async function beginAttempt(tx: Tx, session: Session, facts: AttemptFacts): Promise<Session> {
  const begun = await tx.one<Pick<Session, 'attempt' | 'attemptUntil'>>`
    update checkout_sessions
    set attempt = attempt + 1, attempt_until = now() + ${attemptSeconds} * interval '1 second', updated_at = ${tx.now},
      hold_id = ${facts.holdId}, customer_id = ${facts.customerId}, customer = ${json(facts.customer)},
      custom_fields = ${json(facts.customFields)}
    where id = ${session.id}
    returning attempt, attempt_until as "attemptUntil"`;
  if (!begun) throw new Error('bug: a locked session is gone');
  return { ...session, ...facts, ...begun, updatedAt: tx.now };
}

/** Ends an attempt that moved no money. Does nothing when it has ended already, or another one has begun. */
export async function abandonAttempt(db: Pick<Reader, 'sql'>, sessionId: string, attempt: number): Promise<void> {
  await db.sql`
    update checkout_sessions set attempt_until = null
    where id = ${sessionId} and attempt = ${attempt} and attempt_until is not null`;
}

/** A session whose attempt should have ended by now. */
export type StaleAttempt = Pick<Session, 'id' | 'merchantId' | 'livemode' | 'attempt' | 'holdId' | 'amountTotal'>;

/** Sessions of every account whose attempt outlived its process, oldest first. */
export const findStaleAttempts = (db: SystemReader, limit: number): Promise<StaleAttempt[]> =>
  db.sql<StaleAttempt>`
    select id, merchant_id as "merchantId", livemode, attempt, hold_id as "holdId", amount_total as "amountTotal"
    from checkout_sessions where attempt_until < now() order by attempt_until limit ${limit}`;
