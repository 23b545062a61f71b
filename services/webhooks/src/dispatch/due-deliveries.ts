import { setTimeout as wait } from 'node:timers/promises';
import { own, type Reader, type TimedWork } from '@mizan/service-kit';
import { orderSeconds } from './claim-due-deliveries.ts';

/** Slower endpoints are not waited for: the clock has more to do. */
const waitMaxMs = 3_000;
const [firstPollMs, lastPollMs] = [10, 100]; // counting costs more the more is left

/**
 * The deliveries of an account's test mode, for advancing its clock: dispatchers, which `wake` makes check at once, send
 * what has come due, and this waits until they have.
 */
export function dueDeliveries(wake: () => void): TimedWork {
  return {
    nextDueAt: async (reader) => (await next(reader, new Date(0))).at ?? undefined,
    runDue: async (reader, at) => {
      const until = performance.now() + waitMaxMs;
      const { due } = await next(reader, at);
      let left = due;
      for (let pauseMs = firstPollMs; left > 0 && performance.now() < until; pauseMs *= 2) {
        wake();
        await wait(Math.min(pauseMs, lastPollMs));
        left = (await next(reader, at)).due;
      }
      return Math.max(0, due - left);
    },
  };
}

/** When a dispatcher will next have something to send, and how many are due by then, as {@link claimDueDeliveries} sees it. */
async function next(reader: Reader, by: Date): Promise<{ at: Date | null; due: number }> {
  const row = await reader.one<{ at: Date | null; due: number }>`
    select min(at) as at, count(*) filter (where at <= ${by})::int as due
    from (
      select greatest(q.next_at, h.probe_at, held.until) as at
      from delivery_queue q
      join webhook_endpoints e on e.id = q.endpoint_id and e.status = 'enabled'
      join endpoint_health h on h.endpoint_id = q.endpoint_id
      left join lateral (
        select max(earlier.first_at) + ${orderSeconds}::int * interval '1 second' as until from delivery_queue earlier
        where q.attempt = 1 and not q.is_replay
          and earlier.endpoint_id = q.endpoint_id and earlier.object_id = q.object_id
          and earlier.object_version < q.object_version and earlier.attempt <= 2 and not earlier.is_replay) held on true
      where ${own(reader, 'q')}) waiting`;
  return row ?? { at: null, due: 0 };
}
