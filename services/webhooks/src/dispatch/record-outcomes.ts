import { acrossMerchants, json, type Scope, type SystemReader } from '@mizan/service-kit';
import type { FailureStreak } from './schedule.ts';
import { deliveries } from '../delivery/delivery.table.ts';
import { deliveryQueue } from '../delivery/queued-delivery.table.ts';

/** The outcome of a claimed delivery, and the retry that follows. */
export interface OutcomeRecord {
  readonly id: string;
  readonly eventId: string;
  readonly claimId: string;
  readonly state: 'succeeded' | 'failed';
  /** By the clock of the endpoint's account. */
  readonly attemptedAt: Date;
  /** By real time; null where that is the same. */
  readonly sentAt: Date | null;
  readonly url: string;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
  /** The row of the next attempt, when there is one: due `at` by the clock of the account, `wakeAt` by real time. */
  readonly retry: { readonly id: string; readonly at: Date; readonly wakeAt: Date } | null;
}

/** The effect of a batch of outcomes on one endpoint; none once its health was reset more often than when they were claimed. */
export interface HealthChange {
  readonly endpointId: string;
  readonly resets: number;
  /** Whether one of them succeeded, which ends the streak of before. */
  readonly succeeded: boolean;
  /** Those after the last success. */
  readonly failures: number;
  /** Ids of the events that failed after the last success and are not sent again. */
  readonly exhausted: readonly string[];
  /** The breaker after these outcomes. */
  readonly open: { readonly probeAt: Date; readonly waitSeconds: number } | null;
  /** When the last of them was known, by the clock of the endpoint's account. */
  readonly at: Date;
}

/** An endpoint's failure streak after its health was written. */
export interface EndpointStreak extends FailureStreak, Scope {
  readonly endpointId: string;
  /** How often its health was reset before. */
  readonly resets: number;
}

type StreakRow = Omit<EndpointStreak, 'failingSince'> & { readonly failingSince: string | null };

/** A recorded batch. */
export interface RecordedBatch {
  /** Ids of the deliveries whose lease was still ours. */
  readonly ids: ReadonlySet<string>;
  readonly streaks: readonly EndpointStreak[];
}

/**
 * Records outcomes, creates the rows of the next attempts and updates the health of the endpoints, all in one statement:
 * a slot must not become free before the breaker that its failure opened is visible. The outcome of a lost lease is
 * dropped: another process has the delivery now. A success ends a failure streak, failures start or extend it; health
 * rows are locked in order of id, so that concurrent replicas cannot deadlock. The commit does not wait for the disk:
 * what a power failure undoes is sent again, as receivers must expect anyway.
 */
export async function recordOutcomes(
  db: SystemReader,
  outcomes: readonly OutcomeRecord[],
  changes: readonly HealthChange[],
): Promise<RecordedBatch> {
  // Repeated where rows are looked up, so that the indexes on them are used.
  const ids = outcomes.map(({ id }) => id);
  const eventIds = outcomes.map(({ eventId }) => eventId);
  const outcomeRows = outcomes.map(({ retry, ...outcome }) => ({
    ...outcome,
    retryId: retry?.id,
    retryAt: retry?.at,
    wakeAt: retry?.wakeAt,
  }));
  const changeRows = changes.map(({ open, ...change }) => ({ ...change, ...open }));
  const row = await db.one<{ ids: string[]; streaks: StreakRow[] }>`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
    outcome as (
      select * from jsonb_to_recordset(${json(outcomeRows)}::jsonb) as o (
        id text, "eventId" text, "claimId" uuid, state text, "attemptedAt" timestamptz, "sentAt" timestamptz, url text, "durationMs" int, "statusCode" int,
        error text, "responseHeaders" jsonb, "responseBody" text, "retryId" text, "retryAt" timestamptz, "wakeAt" timestamptz)),
    finished as (
      delete from delivery_queue q using outcome o
      where ${acrossMerchants} and q.delivery_id = any(${ids}::text[]) and q.delivery_id = o.id and q.claim_id = o."claimId"
      returning q.*, o."eventId" as of_event, o."retryId" as retry_id, o."retryAt" as retry_at, o."wakeAt" as retry_wake_at),
    recorded as (
      update deliveries d
      set state = o.state, attempted_at = o."attemptedAt", sent_at = o."sentAt", url = o.url, duration_ms = o."durationMs",
          status_code = o."statusCode", error = o.error, response_headers = o."responseHeaders",
          response_body = o."responseBody", retry_at = o."retryAt"
      from finished f join outcome o on o.id = f.delivery_id
      where d.id = f.delivery_id and d.event_id = o."eventId" and d.event_id = any(${eventIds}::text[])
      returning d.*, f.retry_id),
    retried as (
      ${deliveries.into('id', 'merchantId', 'livemode', 'endpointId', 'eventId', 'replayId', 'attempt', 'eventType', 'state', 'firstAt', 'nextAt', 'createdAt')}
      select retry_id, merchant_id, livemode, endpoint_id, event_id, replay_id, attempt + 1, event_type, 'pending',
             first_at, retry_at, attempted_at + duration_ms * interval '1 millisecond'
      from recorded where retry_id is not null),
    queued as (
      ${deliveryQueue.into('deliveryId', 'merchantId', 'livemode', 'endpointId', 'eventId', 'objectId', 'objectVersion', 'attempt', 'isReplay', 'firstAt', 'nextAt', 'wakeAt')}
      select retry_id, merchant_id, livemode, endpoint_id, of_event, object_id, object_version, attempt + 1, is_replay, first_at,
             retry_at, retry_wake_at
      from finished where retry_id is not null),
    change as (
      select * from jsonb_to_recordset(${json(changeRows)}::jsonb) as c (
        "endpointId" text, resets int, succeeded boolean, failures int, "exhausted" text[], "probeAt" timestamptz, "waitSeconds" int, at timestamptz)),
    locked as (
      select h.endpoint_id from endpoint_health h join change c on c."endpointId" = h.endpoint_id and c.resets = h.resets
      order by h.endpoint_id for update of h),
    changed as (
      update endpoint_health h
      set failing_since = case when c.failures = 0 then null when c.succeeded then c.at else coalesce(h.failing_since, c.at) end,
          failures = case when c.succeeded then 0 else h.failures end + c.failures,
          missed_from = least(case when c.succeeded then null else h.missed_from end, (
            select min(e.sequence) from events e where e.id = any(c."exhausted"))),
          probe_at = c."probeAt", wait_seconds = c."waitSeconds"
      from change c join locked on locked.endpoint_id = c."endpointId"
      where h.endpoint_id = locked.endpoint_id
      returning h.*)
    select (select true from unhurried), array(select id from recorded) as ids,
           coalesce((select jsonb_agg(jsonb_build_object(
             'endpointId', endpoint_id, 'merchantId', merchant_id, 'livemode', livemode, 'failures', failures, 'resets', resets,
             'failingSince', failing_since)) from changed), '[]') as streaks`;
  const streaks = (row?.streaks ?? []).map(({ failingSince, ...streak }) => ({
    ...streak,
    failingSince: failingSince === null ? null : new Date(failingSince),
  }));
  return { ids: new Set(row?.ids), streaks };
}

/** Releases claims unsent, as a stopping process does: the deliveries are due again at once. */
export async function releaseClaims(db: SystemReader, claimIds: readonly string[]): Promise<void> {
  await db.sql`
    update delivery_queue set claim_id = null, lease_until = null where ${acrossMerchants} and claim_id = any(${claimIds}::uuid[])`;
}
