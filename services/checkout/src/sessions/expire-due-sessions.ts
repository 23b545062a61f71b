import { checkoutDoubtMs } from '@mizan/contracts';
import {
  acrossMerchants,
  fragment,
  nextDueIn,
  Problem,
  sweep,
  type Database,
  type DueClocks,
  type JobContext,
  type Reader,
  type Scope,
} from '@mizan/service-kit';
import type { App } from '../config.ts';
import { checkoutSessions } from '../session/session.table.ts';
import type { Session } from '../session/session.ts';
import { startExpiry, cancelPayment, finishExpiry } from './expire-checkout-session.ts';

/** Sessions handled at a time; the job runs again at once while there are more. */
const batch = 100;

/** A session that cannot expire yet is tried again after as long as it has been past its time: at least and at most this. */
const [retryMinMs, retryMaxMs] = [15_000, 300_000];

const row = fragment`checkout_sessions`;
/** Whether the outcome of every payment of the session is known. */
const isOutcomeKnown = fragment`(attempt_until is null and payment_intent ->> 'status' is distinct from 'PROCESSING')`;

/** When a session expires although its payment is still in doubt; money that arrives later is a late success. */
const overdueAt = fragment`expires_at + ${checkoutDoubtMs} * interval '1 millisecond'`;

/** When a session is looked at. */
const triedAt = fragment`coalesce(expiry_retry_at, expires_at)`;

/** When the next session of an account is to expire, as far as is known now. */
export const nextSessionExpiry = (reader: Reader): Promise<Date | undefined> =>
  nextDueIn(reader, {
    table: row,
    column: fragment`case when ${isOutcomeKnown} then ${triedAt} else greatest(expiry_retry_at, ${overdueAt}) end`,
    where: fragment`status = 'open'`,
  });

type Due = Pick<Session, 'id' | 'merchantId' | 'livemode' | 'expiresAt'> & { overdue: boolean };

/** Expires sessions past their time, each in transactions of its own: one that cannot expire does not hold up the others. */
export const expireDueSessions = (app: App, context: JobContext): Promise<number> =>
  sweep<Due>(context, {
    failure: { event: 'session.expiry_postponed', level: () => 'warn', ids: ({ id }) => ({ sessionId: id }) },
    due: findDue,
    handle: (due, scope, now) =>
      expire(app, context, { due, scope, now }).catch(async (thrown: unknown) => {
        await postpone(context.db, [due]);
        throw thrown;
      }),
  });

/** Those whose payment is in doubt are postponed, so that the next pass does not find them again. */
async function findDue(db: Database, clocks: DueClocks): Promise<Due[]> {
  const isOverdue = db.clocks.isDue(overdueAt, row);
  for (;;) {
    const found = await db.system.sql<Due & { isKnown: boolean }>`
      select ${checkoutSessions.pick('id', 'merchantId', 'livemode', 'expiresAt')}, ${isOverdue} as overdue, ${isOutcomeKnown} as is_known
      from checkout_sessions
      where ${acrossMerchants} and status = 'open' and ${clocks.isDue(triedAt, row)}
      order by ${triedAt} limit ${batch}`;
    const [due = [], inDoubt = []] = [true, false].map((isDue) =>
      found.filter(({ overdue, isKnown }) => (overdue || isKnown) === isDue),
    );
    if (inDoubt.length > 0) await postpone(db, inDoubt, fragment`not ${isOutcomeKnown}`);
    if (due.length > 0 || found.length < batch) return due;
  }
}

/** @param which of them, as they are by now; what brings one out of doubt makes it due again */
async function postpone(db: Database, sessions: readonly Due[], which = fragment`true`): Promise<void> {
  const times = sessions.map((session) => nextTryOf(session, db.clocks.nowOf(session)));
  await db.system.sql`
    update checkout_sessions set expiry_retry_at = postponed.at
    from unnest(${sessions.map(({ id }) => id)}::text[], ${times}::timestamptz[]) as postponed (id, at)
    where ${acrossMerchants} and checkout_sessions.id = postponed.id and status = 'open' and ${which}`;
}

/** Never beyond the time at which the session expires in spite of its doubt. */
function nextTryOf({ expiresAt, overdue }: Due, now: Date): Date {
  const waitMs = Math.min(Math.max(now.getTime() - expiresAt.getTime(), retryMinMs), retryMaxMs);
  const next = now.getTime() + waitMs;
  return new Date(overdue ? next : Math.min(next, expiresAt.getTime() + checkoutDoubtMs));
}

async function expire(
  app: App,
  { db, calls }: JobContext,
  { due, scope, now }: { readonly due: Due; readonly scope: Scope; readonly now: Date },
): Promise<void> {
  const start = { sessionId: due.id, byMerchant: false, despiteDoubt: due.overdue };
  const expiry = await db.transact(scope, (tx) => startExpiry(tx, app, start), now);
  if (expiry.cancelKey === null) return;
  const context = { calls: calls.bind(scope), autocommit: db.autocommit(scope, now) };
  const canceled = await cancelPayment(context, { expiry, isFirstCall: true }).catch((thrown: unknown) => {
    const isInDoubt = thrown instanceof Problem && thrown.code === 'payment_still_confirming';
    if (due.overdue && isInDoubt) return { paymentIntent: null, objectVersion: 0 };
    throw thrown;
  });
  await db.transact(scope, (tx) => finishExpiry(tx, app, { expiry, canceled }), now);
}
