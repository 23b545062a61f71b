import { checkoutDoubtMs } from '@mizan/contracts';
import { fragment, log, nextDueIn, Problem, type JobContext, type Reader } from '@mizan/service-kit';
import { beginExpiry, cancelPayment, endExpiry } from './expire-session.ts';
import type { Rendering } from './session.resource.ts';
import type { Session } from './session.ts';

/** Sessions taken at a time; the job runs again at once while there are more. */
const batch = 100;

const row = fragment`checkout_sessions`;
/** No payment of the session is undecided. */
const undoubted = fragment`(attempt_until is null and payment_intent ->> 'status' is distinct from 'PROCESSING')`;

/** When a session has been waited for long enough if the doubt about its payment lasts; money that arrives later is a late success. */
const overdueAt = fragment`expires_at + ${checkoutDoubtMs} * interval '1 millisecond'`;

/** When the next session of an account is to expire, as far as is known now. */
export const nextExpiry = (reader: Reader): Promise<Date | undefined> =>
  nextDueIn(
    reader,
    row,
    fragment`case when ${undoubted} then expires_at else ${overdueAt} end`,
    fragment`status = 'open'`,
  );

type Due = Pick<Session, 'id' | 'merchantId' | 'livemode'> & { overdue: boolean };

/**
 * Expires what is past its time, each session in transactions of its own, so that one that cannot expire (payments does
 * not answer, its payment is in doubt) keeps no other from it.
 *
 * @returns how many expired
 */
export async function sweepSessions(rendering: Rendering, context: JobContext): Promise<number> {
  const { clocks, system } = context.db;
  const isOverdue = clocks.isDue(overdueAt, row);
  const due = await system.sql<Due>`
    select id, merchant_id as "merchantId", livemode, ${isOverdue} as overdue
    from checkout_sessions
    where status = 'open' and ${clocks.isDue(fragment`expires_at`, row)}
      and (${isOverdue} or ${undoubted})
    order by expires_at, id limit ${batch}`;
  let expired = 0;
  for (const session of due) {
    if (context.signal.aborted) break;
    expired += await expireOne(rendering, context, session).then(
      () => 1,
      (thrown: unknown) => {
        log.warn({ event: 'session.expiry_postponed', sessionId: session.id, err: thrown });
        return 0;
      },
    );
  }
  return expired;
}

async function expireOne(rendering: Rendering, { db, calls }: JobContext, due: Due): Promise<void> {
  const scope = { merchantId: due.merchantId, livemode: due.livemode };
  const now = db.clocks.nowOf(scope);
  const cause = { byMerchant: false, despiteDoubt: due.overdue };
  const expiry = await db.transact(scope, (tx) => beginExpiry(rendering, tx, due.id, cause), now);
  if (expiry.cancelKey === null) return;
  const context = { calls: calls.bind(scope), reader: db.reader(scope, now) };
  const canceled = await cancelPayment(expiry, context, true).catch((thrown: unknown) => {
    const isUndecided = thrown instanceof Problem && thrown.code === 'payment_still_confirming';
    if (due.overdue && isUndecided) return { paymentIntent: null, objectVersion: 0 };
    throw thrown;
  });
  await db.transact(scope, (tx) => endExpiry(rendering, tx, expiry, canceled), now);
}
