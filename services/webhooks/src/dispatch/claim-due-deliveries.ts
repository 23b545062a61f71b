import { acrossMerchants, fragment, log, type SystemReader } from '@mizan/service-kit';
import type { Delivery } from '../delivery/delivery.entity.ts';
import { deliveries } from '../delivery/delivery.table.ts';
import { eventOf } from '../delivery/event-of.ts';
import { isResend } from '../delivery/is-resend.ts';
import { bodyBytesOf, bodyOf, keptBodyOf, type KeptBody } from '../events/event-body.ts';
import { endpointHealth } from '../endpoints/endpoint-health.table.ts';
import { webhookEndpoints } from '../endpoints/webhook-endpoint.table.ts';

/** Leased at once by a pool: what may be in flight, and as many again that follow without waiting for a claim. */
export const perPool = 128;
/** Bodies leased at once by a pool, bytes; the last one may exceed it. */
export const perPoolBytes = 8 * 1024 * 1024;
/**
 * Leased at once for a healthy endpoint when few have something due, so that a fast one never waits for a claim; when
 * many have, they share the pool evenly, down to what may be in flight to each.
 */
const perFastEndpoint = 64;
/** Leased at once for one that is slow or failing: no more than may be in flight. */
const perSlowEndpoint = 4;
/** Leased at most for one merchant, so that its endpoints cannot block those of others. */
const perMerchant = 96;
/** Longer than an attempt (15 s) and the recording of its outcome can take. */
const leaseSeconds = 45;
/** Endpoints served per claim, chosen at random among those with something due, so that none is skipped for long. */
const endpointsPerClaim = 48;
/** A later event of an object waits at most this long for the first two attempts of an earlier one. */
export const orderSeconds = 60;

type Claimed = 'id' | 'merchantId' | 'livemode' | 'endpointId' | 'eventId' | 'eventType' | 'attempt' | 'firstAt';

/** A delivery that this process may now send, with everything it needs for that. */
export interface ClaimedDelivery extends Pick<Delivery, Claimed> {
  readonly claimId: string;
  readonly url: string;
  readonly secretSealed: Buffer;
  /** Set while a rotated secret overlaps. */
  readonly previousSecretSealed: Buffer | null;
  readonly body: string;
  readonly traceparent: string | null;
  readonly failingSince: Date | null;
  readonly missedFrom: number | null;
  readonly probeAt: Date | null;
  readonly waitSeconds: number | null;
  /** How often the endpoint's health was reset before. */
  readonly resets: number;
  /** Whether it was requested by a resend, which does not make its event one that the endpoint has missed. */
  readonly isResend: boolean;
  /** Set in test mode, when the endpoint has a fault to inject and this delivery is a first attempt. */
  readonly mayFail: boolean;
  /** How far the account's test mode is ahead of real time; 0 in live mode. */
  readonly aheadMs: number;
}

/** What to claim. */
export interface ClaimRequest {
  readonly livemode: boolean;
  /** How many at most. */
  readonly free: number;
  /** Size of their bodies, bytes; the last one may exceed it. */
  readonly freeBytes: number;
  /** How many this process has already leased, by endpoint id and by merchant id. */
  readonly leased: ReadonlyMap<string, number>;
  /** Endpoints that have kept an attempt waiting. */
  readonly slowEndpoints: readonly string[];
  readonly now: Date;
}

/**
 * Leases due deliveries of one mode. Fair between endpoints: those with something due share the pool evenly, an open
 * breaker allows one probe when its wait is over, and the order is random, which needs no bookkeeping. The recursive part
 * skips from endpoint to endpoint along the index of what is awake (see `wakeDueRetries`), so a long backlog of one costs
 * as much as a short one, and retries that wait cost nothing; claimed rows are looked up one by one,
 * whatever statistics the plan was made with. The commit does not wait for the disk: a lost
 * lease only means that the delivery is still due.
 *
 * What is due depends on each account's own clock, which in test mode may be ahead; only leases use real time. Deliveries
 * of one object to one endpoint keep their order: a first attempt waits while an earlier version's first two attempts are
 * unfinished, for at most a minute.
 */
export async function claimDueDeliveries(
  db: SystemReader,
  { livemode, free, freeBytes, leased, slowEndpoints, now }: ClaimRequest,
): Promise<ClaimedDelivery[]> {
  const rows = await db.sql<Omit<ClaimedDelivery, 'body'> & KeptBody>`
    with recursive unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
    waiting (endpoint_id) as (
      (select endpoint_id from delivery_queue where livemode = ${livemode} and wake_at is null order by endpoint_id limit 1)
      union all
      select (select q.endpoint_id from delivery_queue q
              where q.livemode = ${livemode} and q.wake_at is null and q.endpoint_id > w.endpoint_id
              order by q.endpoint_id limit 1)
      from waiting w where w.endpoint_id is not null),
    ours as materialized (select * from unnest(${[...leased.keys()]}::text[], ${[...leased.values()]}::int[]) as o (id, leased)),
    usable as (
      select e.id, e.merchant_id, ${now}::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 millisecond' as now_there,
             (case when h.probe_at is not null then 1
                   when h.failing_since is not null or e.id = any(${slowEndpoints}) then ${perSlowEndpoint}::int
                   else ${perFastEndpoint}::int end) as most,
             coalesce((select o.leased from ours o where o.id = e.id), 0) as leased
      from waiting w
      join webhook_endpoints e on e.id = w.endpoint_id and e.status = 'enabled'
      left join test_clocks c on c.merchant_id = e.merchant_id and not e.livemode
      join endpoint_health h on h.endpoint_id = e.id and (
        h.probe_at is null or h.probe_at <= ${now}::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 millisecond')),
    due as (
      select u.*, greatest(${perSlowEndpoint}::int, ${perPool}::int / count(*) over ()) as share
      from usable u cross join lateral (
        select 1 from delivery_queue q
        where q.livemode = ${livemode} and q.wake_at is null and q.endpoint_id = u.id and q.next_at <= u.now_there
          and (q.lease_until is null or q.lease_until < ${now})
        order by q.next_at limit 1) soonest),
    ready as materialized (
      select id, merchant_id, now_there, least(most, share) - leased as slots from due
      where least(most, share) > leased
      order by random() limit ${endpointsPerClaim}),
    candidates as (
      select q.delivery_id, q.event_id, row_number() over (partition by r.merchant_id)
               + coalesce((select o.leased from ours o where o.id = r.merchant_id), 0) as of_merchant
      from ready r cross join lateral (
        select q.delivery_id, ${eventOf(fragment`q`)} as event_id from delivery_queue q
        where q.livemode = ${livemode} and q.wake_at is null and q.endpoint_id = r.id and q.next_at <= r.now_there
          and (q.lease_until is null or q.lease_until < ${now})
          and (q.attempt > 1 or q.is_replay or not exists (
            select 1 from delivery_queue earlier
            where earlier.endpoint_id = q.endpoint_id and earlier.object_id = q.object_id
              and earlier.object_version < q.object_version and earlier.attempt <= 2 and not earlier.is_replay
              and earlier.first_at > r.now_there - ${orderSeconds}::int * interval '1 second'))
        order by q.next_at limit r.slots
        for update skip locked) q),
    chosen as (
      select delivery_id, event_id, row_number() over () as place from candidates where of_merchant <= ${perMerchant} limit ${free}),
    sized as (
      select chosen.delivery_id, sum(v.bytes) over (order by place) - v.bytes as bytes_before
      from chosen
      cross join lateral (select ${bodyBytesOf(fragment`events`)} as bytes from events where id = chosen.event_id order by id limit 1) v),
    claimed as (
      update delivery_queue q
      set claim_id = gen_random_uuid(), lease_until = ${now}::timestamptz + ${leaseSeconds}::int * interval '1 second'
      from unhurried
      where q.delivery_id = any(array(select delivery_id from sized where bytes_before < ${freeBytes}))
      returning q.delivery_id, ${eventOf(fragment`q`)} as event_id, q.claim_id, ${isResend(fragment`q`)} as is_resend,
        q.attempt = 1 and not q.is_replay and q.next_at = q.first_at as is_first)
    select ${deliveries.as('d', 'id', 'merchantId', 'livemode', 'endpointId', 'eventId', 'eventType', 'attempt', 'firstAt')},
           ${webhookEndpoints.as('e', 'url', 'secretSealed')}, ${keptBodyOf(fragment`v`)}, v.traceparent, c.claim_id,
           case when e.previous_secret_until > ${now}::timestamptz + coalesce(t.ahead_ms, 0) * interval '1 millisecond'
             then e.previous_secret_sealed end as previous_secret_sealed,
           ${endpointHealth.as('h', 'failingSince', 'missedFrom', 'probeAt', 'waitSeconds', 'resets')}, coalesce(t.ahead_ms, 0) as ahead_ms,
           c.is_resend, c.is_first and f.endpoint_id is not null as may_fail
    from claimed c
    cross join lateral (
      select * from deliveries where event_id = c.event_id and id = c.delivery_id order by id limit 1) d
    cross join lateral (select * from events where id = c.event_id order by id limit 1) v
    join webhook_endpoints e on e.id = d.endpoint_id
    join endpoint_health h on h.endpoint_id = d.endpoint_id
    left join test_clocks t on t.merchant_id = d.merchant_id and not d.livemode
    left join endpoint_faults f on f.endpoint_id = d.endpoint_id and f.remaining > 0
    where ${acrossMerchants}`;
  return rows.flatMap(({ packed, sequence, endpoints, ...row }) => {
    try {
      return [{ ...row, body: bodyOf({ body: row.body, packed, sequence, endpoints }) }];
    } catch (thrown) {
      log.error({ event: 'delivery.unreadable', deliveryId: row.id, err: thrown });
      return []; // keeps no other waiting, and is tried again when its lease has expired
    }
  });
}
