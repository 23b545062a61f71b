import {
  acrossMerchants,
  fragment,
  own,
  Problem,
  requireUnchanged,
  type Autocommit,
  type Fragment,
  type SystemReader,
  type Tx,
  type TxAtOnce,
} from '@mizan/service-kit';
import { type ReadSession, sessionColumns } from './session-rows.ts';
import { checkoutSessions } from './session.table.ts';
import type { Session } from './session.ts';

/**
 * How long a confirm or an expiry may hold its session, seconds of real time. Longer than its calls to other services
 * can take together (35 s); after that the janitor considers its process dead and fetches the state of the payment.
 */
const attemptSeconds = 60;
const untilThen = fragment`now() + ${attemptSeconds} * interval '1 second'`;

/** How long the janitor may work on one attempt, seconds: its two calls at their longest (20 s), and some more. */
const takeOverSeconds = 30;

/** What a confirm or an expiry stores in the session when it starts. */
type AttemptDetails = Pick<
  Session,
  'customerId' | 'customer' | 'customFields' | 'holdId' | 'closedByMerchant' | 'paidIn'
>;

/**
 * Holds the locked session for the caller: until the attempt ends, no one else can confirm, change or expire it.
 *
 * @returns the session with the number of the new attempt
 */
export async function startAttempt<Details extends AttemptDetails>(
  tx: Tx,
  session: Session,
  details: Details,
): Promise<Session & Details> {
  const started = await tx.one<Pick<Session, 'attempt' | 'attemptUntil'>>`
    update checkout_sessions set ${startOf(tx, details)}
    where ${own(tx)} and id = ${session.id} returning attempt, attempt_until`;
  if (!started) throw new Error('bug: a locked session is gone');
  return { ...session, ...details, ...started, updatedAt: tx.now };
}

/**
 * As {@link startAttempt}, without its lock and with the commit. It fails as stale when the session has changed since it was
 * read.
 */
export function startAttemptAtOnce<Details extends AttemptDetails>(
  tx: TxAtOnce,
  session: ReadSession,
  details: Details,
): Session & Details {
  const { id, attempt, writtenBy } = session;
  tx.alongCommit`
    with started as (
      update checkout_sessions set ${startOf(tx, details)}
      where ${own(tx)} and id = ${id} and xmin = ${writtenBy}::xid returning 1)
    select ${requireUnchanged(fragment`exists (select from started)`)}`;
  const attemptUntil = new Date(Date.now() + attemptSeconds * 1_000); // about: the row has it by the clock of Postgres
  return { ...session, ...details, attempt: attempt + 1, attemptUntil, updatedAt: tx.now };
}

const startOf = (
  { now }: TxAtOnce,
  { customerId, customer, customFields, holdId, closedByMerchant, paidIn }: AttemptDetails,
): Fragment =>
  checkoutSessions.set({
    attempt: fragment`attempt + 1`,
    attemptUntil: untilThen,
    updatedAt: now,
    ...{ customerId, customer, customFields, holdId, closedByMerchant, paidIn },
  });

/** Ends an attempt that moved no money. Does nothing when it has ended already, or another one has started. */
export async function abandonAttempt(autocommit: Autocommit, sessionId: string, attempt: number): Promise<void> {
  await autocommit.sql`
    update checkout_sessions set ${checkoutSessions.set({ attemptUntil: null, expiryRetryAt: null, closedByMerchant: false, paidIn: null })}
    where ${own(autocommit)} and id = ${sessionId} and attempt = ${attempt} and attempt_until is not null`;
}

/** Gives a resumed confirm its full time again; undefined when it has ended, or the janitor has taken it over. */
export const resumeAttempt = (autocommit: Autocommit, sessionId: string, attempt: number) =>
  autocommit.one<Session>`
    update checkout_sessions set attempt_until = ${untilThen}
    where ${own(autocommit)} and id = ${sessionId} and attempt = ${attempt} and attempt_until is not null
    returning ${sessionColumns}`;

/** A session whose attempt should have ended by now. */
export type StaleAttempt = Pick<Session, 'id' | 'merchantId' | 'livemode' | 'attempt' | 'holdId'>;

/** Sessions of every account whose attempt outlived its process, oldest first. */
export const findStaleAttempts = (db: SystemReader, limit: number): Promise<StaleAttempt[]> =>
  db.sql<StaleAttempt>`
    select ${checkoutSessions.pick('id', 'merchantId', 'livemode', 'attempt', 'holdId')} from checkout_sessions
    where ${acrossMerchants} and attempt_until < now() order by attempt_until limit ${limit}`;

/**
 * Takes a stale attempt over for the janitor, under a new number: a retry that resumes the old number from now on moves
 * no money, and the janitor closes the old number at payments for a process that is past that. If the janitor dies, too, the next one finds the same pieces still to be released.
 *
 * @returns undefined when it was resumed, or has ended meanwhile
 */
export const takeOverAttempt = (db: SystemReader, stale: StaleAttempt) =>
  db.one<Pick<Session, 'attempt' | 'closedByMerchant' | 'paidIn'>>`
    update checkout_sessions
    set attempt = attempt + 1, attempt_until = now() + ${takeOverSeconds} * interval '1 second'
    where ${own({ scope: stale })} and id = ${stale.id} and attempt = ${stale.attempt} and attempt_until < now()
    returning attempt, closed_by_merchant, paid_in`;

/** Whether another service refused. One that is still working on the same request has not refused it. */
export const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof Problem && thrown.code !== 'idempotency_key_in_use' && thrown.status < 500;

/** Whether a call that was sent only once had no effect: it was refused, or the connection was never made. */
export const hasNoEffect = (thrown: unknown): boolean =>
  isRefusal(thrown) || (thrown instanceof Problem && thrown.status === 503);
