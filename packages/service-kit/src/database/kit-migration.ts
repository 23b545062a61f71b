import { Migration } from '@mikro-orm/migrations';
import { IndexMigration } from './index-migration.ts';
import { KitDayIndexes, KitDays, KitLongDays } from './kit-day-migrations.ts';

/**
 * The kit's own tables, in every service's schema: events to publish (outbox), events handled (inbox and its failures),
 * the answers of requests that may be retried (idempotency_keys), and how far the test mode of accounts is ahead of real
 * time (test_clocks).
 */
class KitTables extends Migration {
  override up(): void {
    this.addSql(`create table outbox (
      id bigint generated always as identity primary key,
      event_id text collate "C" not null unique,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      type text not null,
      aggregate_id text collate "C" not null,
      aggregate_version integer not null,
      payload text not null,
      created_at timestamptz not null default now(),
      published_at timestamptz,
      stream_seq bigint,
      epoch integer not null default 1
    ) with (autovacuum_vacuum_scale_factor = 0.01)`);
    this.addSql(`create index outbox_unpublished on outbox (id) where published_at is null`);
    this.addSql(`create index outbox_stream_seq on outbox (stream_seq) where stream_seq is not null`);
    this.addSql(`create index outbox_published_at on outbox (published_at) where published_at is not null`);

    this.addSql(`create table inbox (
      consumer text not null,
      event_id text collate "C" not null,
      stream_seq bigint,
      handled_at timestamptz not null default now(),
      primary key (consumer, event_id)
    ) with (autovacuum_vacuum_scale_factor = 0.01)`);
    this.addSql(`create index inbox_stream_seq on inbox (consumer, stream_seq desc) where stream_seq is not null`);
    this.addSql(`create index inbox_handled_at on inbox (handled_at)`);

    this.addSql(`create table consumer_failures (
      consumer text not null,
      event_id text collate "C" not null,
      attempts integer not null,
      last_error text not null,
      failed_at timestamptz not null default now(),
      primary key (consumer, event_id)
    )`);
    this.addSql(`create table dead_letters (
      id bigint generated always as identity primary key,
      consumer text not null,
      event_id text collate "C" not null,
      subject text not null,
      payload text not null,
      reason text not null,
      created_at timestamptz not null default now(),
      requeued_at timestamptz,
      unique (consumer, event_id)
    )`);

    this.addSql(`create table idempotency_keys (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      key text collate "C" not null,
      fingerprint bytea not null,
      state text not null check (state in ('reserved', 'finished')),
      claim_id uuid not null,
      locked_until timestamptz not null,
      reservation jsonb,
      status integer,
      body_sealed bytea,
      request_id text,
      created_at timestamptz not null default now(),
      primary key (merchant_id, livemode, key)
    ) with (autovacuum_vacuum_scale_factor = 0.01)`);
    this.addSql(`create index idempotency_keys_created_at on idempotency_keys (created_at)`);

    // The first statement of a keyed command: it fails the transaction of a caller that may not have the key. The lock
    // comes first, so that what another transaction commits before it releases the lock is seen. SQLSTATE as `isTaken`.
    this.addSql(`create function claim_idempotency_key(
        of_merchant text, of_livemode boolean, wanted text, lock_id bigint) returns void language plpgsql as $$
      begin
        if not pg_try_advisory_xact_lock(lock_id) then
          raise exception 'this idempotency key is being used' using errcode = 'MZ001';
        end if;
        if exists (select 1 from idempotency_keys where merchant_id = of_merchant and livemode = of_livemode and key = wanted) then
          raise exception 'this idempotency key was used' using errcode = 'MZ001';
        end if;
      end $$`);

    this.addSql(`create table bus_state (name text primary key, value text not null)`);

    this.addSql(`create table test_clocks (
      merchant_id text collate "C" primary key,
      ahead_ms bigint not null check (ahead_ms >= 0),
      version integer not null
    )`);
  }

  override down(): void {
    this.addSql(`drop function claim_idempotency_key`);
    for (const table of kitTables) this.addSql(`drop table ${table}`);
  }
}

/** Places in a stream belong to one incarnation of a durable, and failures to one mode, since each mode has its stream. */
class KitModes extends Migration {
  override up(): void {
    this.addSql(`alter table inbox add column durable_created timestamptz`);
    this.addSql(`alter table consumer_failures add column livemode boolean`);
  }

  override down(): void {
    this.addSql(`alter table inbox drop column durable_created`);
    this.addSql(`alter table consumer_failures drop column livemode`);
  }
}

/** Outbox and inbox are searched by mode and place; these replace the indexes that did not know the mode. */
class KitModeIndexes extends IndexMigration {
  override up(): void {
    this.build('outbox_waiting', 'outbox (livemode, id) where published_at is null');
    this.build('outbox_places', 'outbox (livemode, stream_seq) where stream_seq is not null');
    this.build('outbox_published', 'outbox (livemode, published_at) where published_at is not null');
    this.build('inbox_places', 'inbox (consumer, durable_created, stream_seq desc) where stream_seq is not null');
    for (const replaced of ['outbox_unpublished', 'outbox_stream_seq', 'outbox_published_at', 'inbox_stream_seq'])
      this.drop(replaced);
  }

  override down(): void {
    this.build('outbox_unpublished', 'outbox (id) where published_at is null');
    this.build('outbox_stream_seq', 'outbox (stream_seq) where stream_seq is not null');
    this.build('outbox_published_at', 'outbox (published_at) where published_at is not null');
    this.build('inbox_stream_seq', 'inbox (consumer, stream_seq desc) where stream_seq is not null');
    for (const added of ['outbox_waiting', 'outbox_places', 'outbox_published', 'inbox_places']) this.drop(added);
  }
}

/** Ends a transaction that was prepared without locks when what it relies on has changed. SQLSTATE as `isStale`. */
class KitGuards extends Migration {
  override up(): void {
    this.addSql(`create function require_unchanged(is_unchanged boolean) returns void language plpgsql as $$
      begin
        if is_unchanged is not true then
          raise exception 'what the transaction relies on has changed' using errcode = 'MZ002';
        end if;
      end $$`);
  }

  override down(): void {
    this.addSql(`drop function require_unchanged`);
  }
}

/** Events may wait in the outbox compressed. Postgres does not try to compress them again. */
class KitPackedEvents extends Migration {
  override up(): void {
    this.addSql(`alter table outbox add column packed bytea, alter column payload drop not null`);
    this.addSql(`alter table outbox alter column packed set storage external`);
  }

  override down(): void {
    this.addSql(`alter table outbox alter column payload set not null, drop column packed`);
  }
}

/** The kit's migrations by name, oldest first; they run before the service's own. */
export const kitMigrations = {
  '00000000000000_kit_tables': KitTables,
  '00000000000001_kit_modes': KitModes,
  '00000000000002_kit_mode_indexes': KitModeIndexes,
  '00000000000003_kit_guards': KitGuards,
  '00000000000004_kit_day_indexes': KitDayIndexes,
  '00000000000005_kit_days': KitDays,
  '00000000000006_kit_packed_events': KitPackedEvents,
  '00000000000007_kit_long_days': KitLongDays,
};

/** Names that a service's own migrations must leave alone. */
export const kitTables = [
  'outbox',
  'inbox',
  'consumer_failures',
  'dead_letters',
  'idempotency_keys',
  'bus_state',
  'test_clocks',
];
