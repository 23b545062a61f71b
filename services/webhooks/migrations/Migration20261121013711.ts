import { Migration } from '@mikro-orm/migrations';

export class Migration20261121013711 extends Migration {

  override name = 'Migration20261121013711';

  override up(): void | Promise<void> {
    this.addSql(`create table "webhooks"."deliveries" ("id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "endpoint_id" text collate "C" not null, "event_id" text collate "C" not null, "replay_id" text collate "C" not null, "attempt" int not null, "event_type" text collate "C" not null, "state" text not null, "first_at" timestamptz(3) not null, "next_at" timestamptz(3) not null, "url" text null, "attempted_at" timestamptz(3) null, "duration_ms" int null, "status_code" int null, "error" text null, "response_headers" jsonb null, "response_body" text null, "retry_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("id"));`);
    // Room on the page for the second write of a row, so that it need not touch an index.
    this.addSql(`alter table "webhooks"."deliveries" set (fillfactor = 75);`);
    this.addSql(`create index "deliveries_of_endpoint" on "webhooks"."deliveries" ("merchant_id", "livemode", "endpoint_id", "created_at", "id");`);
    this.addSql(`alter table "webhooks"."deliveries" add constraint "deliveries_attempt" unique ("event_id", "endpoint_id", "replay_id", "attempt");`);

    this.addSql(`create table "webhooks"."endpoint_health" ("endpoint_id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "failing_since" timestamptz(3) null, "failures" int not null, "probe_at" timestamptz(3) null, "wait_seconds" int null, primary key ("endpoint_id"));`);

    this.addSql(`create table "webhooks"."event_sequences" ("merchant_id" text collate "C" not null, "livemode" boolean not null, "last_sequence" bigint not null, "stored_count" bigint not null, primary key ("merchant_id", "livemode"));`);

    this.addSql(`create table "webhooks"."delivery_queue" ("delivery_id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "endpoint_id" text collate "C" not null, "object_id" text collate "C" not null, "object_version" int not null, "attempt" int not null, "is_replay" boolean not null, "first_at" timestamptz(3) not null, "next_at" timestamptz(3) not null, "claim_id" uuid null, "lease_until" timestamptz(3) null, primary key ("delivery_id"));`);
    // Rows live for milliseconds: room for the lease on the page, and vacuum long before a fifth of the table is dead.
    this.addSql(`alter table "webhooks"."delivery_queue" set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);`);
    this.addSql(`create index "delivery_queue_due" on "webhooks"."delivery_queue" ("livemode", "endpoint_id", "next_at");`);
    this.addSql(`create index "delivery_queue_of_object" on "webhooks"."delivery_queue" ("endpoint_id", "object_id", "object_version");`);

    this.addSql(`create table "webhooks"."events" ("id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "sequence" bigint not null, "type" text collate "C" not null, "object_id" text collate "C" not null, "object_version" int not null, "body" text not null, "traceparent" text null, "created_at" timestamptz(3) not null, "stored_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "events_of_account" on "webhooks"."events" ("merchant_id", "livemode", "created_at", "id");`);
    this.addSql(`create index "events_by_type" on "webhooks"."events" ("merchant_id", "livemode", "type", "created_at", "id");`);
    this.addSql(`create index "events_by_object" on "webhooks"."events" ("merchant_id", "livemode", "object_id", "created_at", "id");`);
    this.addSql(`create index "events_by_age" on "webhooks"."events" ("stored_at");`);
    this.addSql(`alter table "webhooks"."events" add constraint "events_sequence" unique ("merchant_id", "livemode", "sequence");`);

    this.addSql(`create table "webhooks"."webhook_endpoints" ("id" text collate "C" not null, "merchant_id" text collate "C" not null, "livemode" boolean not null, "url" text not null, "description" text null, "status" text not null, "enabled_events" text[] not null, "metadata" jsonb not null, "secret_sealed" bytea not null, "previous_secret_sealed" bytea null, "previous_secret_until" timestamptz(3) null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "webhook_endpoints_of_account" on "webhooks"."webhook_endpoints" ("merchant_id", "livemode", "created_at", "id");`);

    this.addSql(`alter table "webhooks"."deliveries" add constraint "deliveries_state" check (state in ('pending', 'succeeded', 'failed'));`);
    this.addSql(`alter table "webhooks"."deliveries" add constraint "deliveries_attempt_positive" check (attempt > 0);`);
    this.addSql(`alter table "webhooks"."deliveries" add constraint "deliveries_retry" check (retry_at is null or state = 'failed');`);

    this.addSql(`alter table "webhooks"."endpoint_health" add constraint "endpoint_health_failures" check ((failures = 0) = (failing_since is null) and failures >= 0);`);
    this.addSql(`alter table "webhooks"."endpoint_health" add constraint "endpoint_health_breaker" check ((probe_at is null) = (wait_seconds is null));`);

    this.addSql(`alter table "webhooks"."event_sequences" add constraint "event_sequences_counts" check (stored_count >= 0 and stored_count <= last_sequence);`);

    this.addSql(`alter table "webhooks"."delivery_queue" add constraint "delivery_queue_lease" check ((claim_id is null) = (lease_until is null));`);

    this.addSql(`alter table "webhooks"."events" add constraint "events_sequence_positive" check (sequence > 0);`);
    this.addSql(`alter table "webhooks"."events" add constraint "events_object_version" check (object_version > 0);`);

    this.addSql(`alter table "webhooks"."webhook_endpoints" add constraint "webhook_endpoints_status" check (status in ('enabled', 'disabled'));`);
    this.addSql(`alter table "webhooks"."webhook_endpoints" add constraint "webhook_endpoints_enabled_events" check (cardinality(enabled_events) > 0);`);
    this.addSql(`alter table "webhooks"."webhook_endpoints" add constraint "webhook_endpoints_previous_secret" check ((previous_secret_sealed is null) = (previous_secret_until is null));`);
    this.addSql(`alter table "webhooks"."webhook_endpoints" add constraint "webhook_endpoints_version" check (version > 0);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "webhooks"."deliveries" cascade;`);
    this.addSql(`drop table if exists "webhooks"."endpoint_health" cascade;`);
    this.addSql(`drop table if exists "webhooks"."event_sequences" cascade;`);
    this.addSql(`drop table if exists "webhooks"."delivery_queue" cascade;`);
    this.addSql(`drop table if exists "webhooks"."events" cascade;`);
    this.addSql(`drop table if exists "webhooks"."webhook_endpoints" cascade;`);
  }

}
