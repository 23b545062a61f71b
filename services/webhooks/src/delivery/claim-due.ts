import type { SystemReader } from '@mizan/service-kit';

/** Leased at once for an endpoint that answers: enough to send the next while the last ones are being recorded. */
const perQuickEndpoint = 16;
/** Leased at once for one that is slow or failing: no more than may be in flight. */
const perSlowEndpoint = 4;
/** Leased for one merchant at most, of a pool's 128: whatever a merchant's endpoints do, others get through. */
const perMerchant = 96;
/** Longer than an attempt can take (15 s) and its outcome can wait to be recorded. */
const leaseSeconds = 45;
/** Endpoints looked at per claim; drawn at random, so none is passed over for long. */
const endpointsPerClaim = 256;
/** A later event of an object waits this long at most for the first two attempts of an earlier one. */
const orderSeconds = 60;

/** A delivery that this process may now send, and everything it takes to send it. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly claimId: string;
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempt: number;
  readonly firstAt: Date;
  readonly url: string;
  readonly secretSealed: Buffer;
  /** Set while a rotated secret overlaps. */
  readonly previousSecretSealed: Buffer | null;
  readonly body: string;
  readonly traceparent: string | null;
  readonly failingSince: Date | null;
  readonly probeAt: Date | null;
  readonly waitSeconds: number | null;
}

/** What to claim. */
export interface ClaimRequest {
  readonly livemode: boolean;
  /** How many at most. */
  readonly free: number;
  /** Endpoints that have kept an attempt waiting. */
  readonly slowEndpoints: readonly string[];
  readonly now: Date;
}

/**
 * Leases due deliveries of one mode. Fair between endpoints: each gets a few, or one probe when its breaker is open and
 * the wait is over, and who comes first is drawn at random, which needs no bookkeeping. The recursive part hops from
 * endpoint to endpoint along the index, so a long backlog of one costs as much as a short one.
 *
 * The commit does not wait for the disk: a lost lease only means that the delivery is still due.
 *
 * Deliveries of one object to one endpoint keep their order: a first attempt waits while an earlier version's first two
 * attempts are unfinished, for at most a minute.
 */
export async function claimDue(
  db: SystemReader,
  { livemode, free, slowEndpoints, now }: ClaimRequest,
): Promise<ClaimedDelivery[]> {
  return db.sql<ClaimedDelivery>`
    with recursive unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
    waiting (endpoint_id) as (
      (select endpoint_id from deliveries where livemode = ${livemode} and state = 'pending' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d
              where d.livemode = ${livemode} and d.state = 'pending' and d.endpoint_id > w.endpoint_id
              order by d.endpoint_id limit 1)
      from waiting w where w.endpoint_id is not null),
    sending as materialized (
      select endpoint_id, merchant_id from deliveries
      where state = 'sending' and livemode = ${livemode} and lease_until > ${now}),
    ready as materialized (
      select e.id, e.merchant_id,
             (case when h.probe_at is not null then 1
                   when h.failing_since is not null or e.id = any(${slowEndpoints}) then ${perSlowEndpoint}::int
                   else ${perQuickEndpoint}::int end)
               - (select count(*) from sending s where s.endpoint_id = e.id) as slots
      from waiting w
      join webhook_endpoints e on e.id = w.endpoint_id and e.status = 'enabled'
      join endpoint_health h on h.endpoint_id = e.id and (h.probe_at is null or h.probe_at <= ${now})
      order by random() limit ${endpointsPerClaim}),
    candidates as (
      select d.id, row_number() over (partition by r.merchant_id)
               + (select count(*) from sending s where s.merchant_id = r.merchant_id) as of_merchant
      from ready r cross join lateral (
        select d.id from deliveries d
        where d.livemode = ${livemode} and d.endpoint_id = r.id and d.state = 'pending' and d.next_at <= ${now}
          and (d.attempt > 1 or d.replay_id <> '' or not exists (
            select 1 from deliveries earlier
            where earlier.endpoint_id = d.endpoint_id and earlier.object_id = d.object_id
              and earlier.object_version < d.object_version and earlier.state in ('pending', 'sending')
              and earlier.attempt <= 2 and earlier.replay_id = ''
              and earlier.first_at > ${now}::timestamptz - ${orderSeconds}::int * interval '1 second'))
        order by d.next_at limit greatest(0, r.slots)
        for update skip locked) d),
    due as (select id from candidates where of_merchant <= ${perMerchant} limit ${free})
    update deliveries d
    set state = 'sending', claim_id = gen_random_uuid(),
        lease_until = ${now}::timestamptz + ${leaseSeconds}::int * interval '1 second'
    from unhurried, due, webhook_endpoints e, endpoint_health h, events v
    where d.id = due.id and e.id = d.endpoint_id and h.endpoint_id = d.endpoint_id and v.id = d.event_id
    returning d.id, d.claim_id as "claimId", d.merchant_id as "merchantId", d.livemode, d.endpoint_id as "endpointId",
              d.event_id as "eventId", d.event_type as "eventType", d.attempt, d.first_at as "firstAt", e.url,
              e.secret_sealed as "secretSealed",
              case when e.previous_secret_until > ${now} then e.previous_secret_sealed end as "previousSecretSealed",
              v.body, v.traceparent, h.failing_since as "failingSince", h.probe_at as "probeAt",
              h.wait_seconds as "waitSeconds"`;
}
