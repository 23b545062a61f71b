import { acrossMerchants, fragment, type SystemReader } from '@mizan/service-kit';

/** Woken at once: some 30 ms of work. */
export const wokenAtOnce = 1_000;
/** Of these at most for one account whose clock was advanced, so that what comes due there all at once delays no other. */
const perAdvancedAccount = 100;

/** Which retries to wake. */
interface WakeRequest {
  readonly livemode: boolean;
  readonly now: Date;
}

/**
 * Shows claims the retries of one mode whose time has come, so that claims never look at the others, however many wait for
 * hours.
 *
 * None can be missed, because nothing is remembered apart from the delivery itself. A row of the queue either has no
 * `wakeAt`, and every claim looks at it, or it is found here: by `wakeAt`, which is its `nextAt` on the clock that its
 * account had when it was queued, or by `nextAt` on the clock that the account has now, since clocks only go forward.
 * Statements that queue, claim, release or advance a clock keep nothing in step, in whichever version of the software they
 * run, and a row that another transaction holds is found again by the next call.
 *
 * @returns how many were woken; `wokenAtOnce` or more when others may be due
 */
export async function wakeDueRetries(db: SystemReader, { livemode, now }: WakeRequest): Promise<number> {
  const ofAdvancedAccounts = fragment`
    union all
    (select early.delivery_id
     from (select * from test_clocks order by random()) c cross join lateral (
       select delivery_id from delivery_queue q
       where ${acrossMerchants} and q.merchant_id = c.merchant_id and q.livemode::int = 0 and q.wake_at is not null
         and q.next_at <= ${now}::timestamptz + c.ahead_ms * interval '1 millisecond'
       order by q.next_at limit ${perAdvancedAccount}) early
     limit ${wokenAtOnce})`;
  const woken = await db.sql`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
    due as materialized (
      (select delivery_id from delivery_queue
       where ${acrossMerchants} and livemode = ${livemode} and wake_at <= ${now}
       order by wake_at limit ${wokenAtOnce})
      ${livemode ? fragment`` : ofAdvancedAccounts}),
    free as materialized (
      select delivery_id from delivery_queue
      where delivery_id = any(array(select delivery_id from due)) and wake_at is not null
      for update skip locked)
    update delivery_queue q set wake_at = null
    from unhurried where q.delivery_id = any(array(select delivery_id from free)) returning 1`;
  return woken.length;
}
