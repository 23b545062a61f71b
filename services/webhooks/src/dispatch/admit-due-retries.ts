import { acrossMerchants, fragment, type SystemReader } from '@mizan/service-kit';

/** Admitted at once: some 20 ms of work. */
export const admittedAtOnce = 1_000;
/** Of these at most for one account whose clock was advanced: what came due all at once is not in the way of others. */
const perAdvancedAccount = 100;

/** Which retries to admit. */
interface AdmitRequest {
  readonly livemode: boolean;
  readonly now: Date;
}

/**
 * Shows claims the scheduled deliveries of one mode whose time has come, so that claims never look at the others, however
 * many wait for hours.
 *
 * None can be missed, because nothing is remembered apart from the delivery itself: a row of the queue is either not
 * scheduled, and every claim finds it, or it is scheduled, and found here by its own `nextAt` and by the clock that its
 * account has now. No statement that queues, claims, releases, or advances a clock has to keep anything in step, in whichever
 * version of the software it runs; a row that another transaction holds is found by the next call.
 *
 * @returns how many were admitted; `admittedAtOnce` or more when others may be due
 */
export async function admitDueRetries(db: SystemReader, { livemode, now }: AdmitRequest): Promise<number> {
  const byAdvancedClocks = fragment`
    union all
    (select early.delivery_id
     from (select * from test_clocks order by random()) c cross join lateral (
       select delivery_id from delivery_queue q
       where q.merchant_id = c.merchant_id and not q.livemode and q.is_scheduled
         and q.next_at <= ${now}::timestamptz + c.ahead_ms * interval '1 millisecond'
       order by q.next_at limit ${perAdvancedAccount}) early
     limit ${admittedAtOnce})`;
  const admitted = await db.sql`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
    due as materialized (
      (select delivery_id from delivery_queue
       where ${acrossMerchants} and livemode = ${livemode} and is_scheduled and next_at <= ${now}
       order by next_at limit ${admittedAtOnce})
      ${livemode ? fragment`` : byAdvancedClocks}),
    free as materialized (
      select delivery_id from delivery_queue where delivery_id = any(array(select delivery_id from due)) and is_scheduled
      for update skip locked)
    update delivery_queue q set is_scheduled = false
    from unhurried where q.delivery_id = any(array(select delivery_id from free)) returning 1`;
  return admitted.length;
}
