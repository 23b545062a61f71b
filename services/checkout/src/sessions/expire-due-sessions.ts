import { checkoutDoubtMs } from '@mizan/contracts';
import {
  acrossMerchants,
  fragment,
  nextDueIn,
  Problem,
  sweep,
  type Database,
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

const row = fragment`checkout_sessions`;
/** Whether the outcome of every payment of the session is known. */
const isOutcomeKnown = fragment`(attempt_until is null and payment_intent ->> 'status' is distinct from 'PROCESSING')`;

/** When a session expires although its payment is still in doubt; money that arrives later is a late success. */
const overdueAt = fragment`expires_at + ${checkoutDoubtMs} * interval '1 millisecond'`;

/** When the next session of an account is to expire, as far as is known now. */
export const nextSessionExpiry = (reader: Reader): Promise<Date | undefined> =>
  nextDueIn(reader, {
    table: row,
    column: fragment`case when ${isOutcomeKnown} then expires_at else ${overdueAt} end`,
    where: fragment`status = 'open'`,
  });

type Due = Pick<Session, 'id' | 'merchantId' | 'livemode'> & { overdue: boolean };

/** Expires sessions past their time, each in transactions of its own: one that cannot expire does not hold up the others. */
export const expireDueSessions = (app: App, context: JobContext): Promise<number> =>
  sweep<Due>(context, {
    failure: { event: 'session.expiry_postponed', level: () => 'warn', ids: ({ id }) => ({ sessionId: id }) },
    due: findDue,
    handle: (due, scope, now) => expire(app, context, { due, scope, now }),
  });

function findDue({ system, clocks }: Database): Promise<Due[]> {
  const isOverdue = clocks.isDue(overdueAt, row);
  return system.sql<Due>`
    select ${checkoutSessions.pick('id', 'merchantId', 'livemode')}, ${isOverdue} as overdue from checkout_sessions
    where ${acrossMerchants} and status = 'open' and ${clocks.isDue(fragment`expires_at`, row)}
      and (${isOverdue} or ${isOutcomeKnown})
    order by expires_at, id limit ${batch}`;
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
