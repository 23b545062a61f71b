import { Migration } from '@mikro-orm/migrations';

/** Endpoints with their health, replays and faults; events with their sequences; deliveries and the queue of dispatchers. */
export class Initial extends Migration {
  override up(): void {
    this.addSql(`create table webhook_endpoints (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      url text not null,
      description text,
      status text not null,
      enabled_events text[] not null,
      metadata jsonb not null,
      secret_sealed bytea not null,
      previous_secret_sealed bytea,
      previous_secret_until timestamptz(3),
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      missed_after bigint,
      constraint webhook_endpoints_status check (status in ('enabled', 'disabled')),
      constraint webhook_endpoints_enabled_events check (cardinality(enabled_events) > 0),
      constraint webhook_endpoints_previous_secret
        check ((previous_secret_sealed is null) = (previous_secret_until is null)),
      constraint webhook_endpoints_missed_after
        check (missed_after is null or (status = 'disabled' and missed_after >= 0)),
      constraint webhook_endpoints_version check (version > 0)
    )`);
    this.addSql(
      `create index webhook_endpoints_of_account on webhook_endpoints (merchant_id, livemode, created_at, id)`,
    );

    this.addSql(`create table endpoint_health (
      endpoint_id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      failing_since timestamptz(3),
      failures integer not null,
      probe_at timestamptz(3),
      wait_seconds integer,
      constraint endpoint_health_failures check ((failures = 0) = (failing_since is null) and failures >= 0),
      constraint endpoint_health_breaker check ((probe_at is null) = (wait_seconds is null))
    ) with (fillfactor = 50)`);

    this.addSql(`create table event_sequences (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      last_sequence bigint not null,
      stored_count bigint not null,
      primary key (merchant_id, livemode),
      constraint event_sequences_counts check (stored_count >= 0 and stored_count <= last_sequence)
    ) with (fillfactor = 50)`);

    this.addSql(`create table events (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      sequence bigint not null,
      type text collate "C" not null,
      object_id text collate "C" not null,
      object_version integer not null,
      body text not null,
      traceparent text,
      created_at timestamptz(3) not null,
      stored_at timestamptz(3) not null,
      constraint events_sequence unique (merchant_id, livemode, sequence),
      constraint events_sequence_positive check (sequence > 0),
      constraint events_object_version check (object_version > 0)
    )`);
    this.addSql(`create index events_of_account on events (merchant_id, livemode, created_at, id)`);
    this.addSql(`create index events_by_type on events (merchant_id, livemode, type, created_at, id)`);
    this.addSql(`create index events_by_object on events (merchant_id, livemode, object_id, created_at, id)`);
    this.addSql(`create index events_by_age on events (stored_at)`);

    // Room on the page for the second write of a row, so that it need not touch an index.
    this.addSql(`create table deliveries (
      id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      endpoint_id text collate "C" not null,
      event_id text collate "C" not null,
      replay_id text collate "C" not null,
      attempt integer not null,
      event_type text collate "C" not null,
      state text not null,
      first_at timestamptz(3) not null,
      next_at timestamptz(3) not null,
      url text,
      attempted_at timestamptz(3),
      duration_ms integer,
      status_code integer,
      error text,
      response_headers jsonb,
      response_body text,
      retry_at timestamptz(3),
      created_at timestamptz(3) not null,
      sent_at timestamptz(3),
      constraint deliveries_attempt unique (event_id, endpoint_id, replay_id, attempt),
      constraint deliveries_state check (state in ('pending', 'succeeded', 'failed')),
      constraint deliveries_attempt_positive check (attempt > 0),
      constraint deliveries_retry check (retry_at is null or state = 'failed')
    ) with (fillfactor = 75)`);
    this.addSql(
      `create index deliveries_of_endpoint on deliveries (merchant_id, livemode, endpoint_id, created_at, id)`,
    );

    // Rows live for milliseconds: room on the page for the lease, and vacuum long before a fifth of the table is dead.
    this.addSql(`create table delivery_queue (
      delivery_id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      endpoint_id text collate "C" not null,
      object_id text collate "C" not null,
      object_version integer not null,
      attempt integer not null,
      is_replay boolean not null,
      first_at timestamptz(3) not null,
      next_at timestamptz(3) not null,
      claim_id uuid,
      lease_until timestamptz(3),
      constraint delivery_queue_lease check ((claim_id is null) = (lease_until is null))
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    this.addSql(`create index delivery_queue_due on delivery_queue (livemode, endpoint_id, next_at)`);
    // The object comes first: with the endpoint first the index would also serve searches for what is due, badly, and a plan
    // made while the queue was short could pick it.
    this.addSql(`create index delivery_queue_of_object on delivery_queue (object_id, endpoint_id, object_version)`);

    this.addSql(`create table endpoint_replays (
      endpoint_id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      replay_id text collate "C" not null,
      after_sequence bigint not null,
      settled_at timestamptz(3) not null,
      constraint endpoint_replays_after_sequence check (after_sequence >= 0)
    )`);

    this.addSql(`create table endpoint_faults (
      endpoint_id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      mode text not null,
      remaining integer not null,
      delay_seconds integer not null,
      constraint endpoint_faults_mode check (mode in ('duplicate', 'drop', 'reorder', 'corrupt_signature', 'delay')),
      constraint endpoint_faults_remaining check (remaining >= 0),
      constraint endpoint_faults_delay check (delay_seconds >= 1 and delay_seconds <= 3600),
      constraint endpoint_faults_of_test_mode check (not livemode)
    )`);
  }

  override down(): void {
    const tables = ['endpoint_faults', 'endpoint_replays', 'delivery_queue', 'deliveries', 'events', 'event_sequences'];
    for (const table of [...tables, 'endpoint_health', 'webhook_endpoints']) this.addSql(`drop table ${table}`);
  }
}
