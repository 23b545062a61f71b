import { Migration } from '@mikro-orm/migrations';
import { DayMigration, type PartitionedTable } from './day-migration.ts';
import { IndexMigration } from './index-migration.ts';

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

/** What partitions of outbox and inbox need, on the tables that become their default partitions. */
class KitDayIndexes extends IndexMigration {
  override up(): void {
    this.build('outbox_ids', 'outbox (id)');
    this.build('inbox_handled', 'inbox using brin (handled_at)');
    this.drop('inbox_handled_at');
  }

  override down(): void {
    this.build('inbox_handled_at', 'inbox (handled_at)');
    for (const added of ['outbox_ids', 'inbox_handled']) this.drop(added);
  }
}

/**
 * Shaped like the default partition, which has what the whole table cannot: a constraint without the event's id. A day that has
 * rows in the default partition stays there. To attach a partition, Postgres reads the default one under a lock that stops
 * everything else, unless a valid constraint says that nothing of the day is in it: a long one must have that
 * (`exclude_day`, `validate_day`).
 */
const addDay = `function add_day(of_table text, day text, lower_id text, upper_id text) returns boolean
      language plpgsql security definer set search_path from current set lock_timeout = '250ms' as $$
      declare
        whole regclass := day_table(of_table);
        rest text := format('%I.%I', current_schema(), of_table || '_default');
        added text := format('%I.%I', current_schema(), of_table || '_' || day);
        column_name text := (select attname from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
          where partrelid = whole);
        options text := (select 'with (' || array_to_string(reloptions, ', ') || ')' from pg_class where oid = rest::regclass);
        excluding text := 'without_' || day;
        is_taken boolean;
      begin
        if day !~ '^[0-9]{8}$' then raise exception 'no day: %', day; end if;
        if to_regclass(added) is not null then return false; end if;
        execute format('select exists (select from %s where %I >= $1 and %I < $2)', rest, column_name, column_name)
          into is_taken using lower_id, upper_id;
        if is_taken then return false; end if;
        if pg_relation_size(rest::regclass) > 1048576 and not exists (
          select from pg_constraint where conrelid = rest::regclass and conname = excluding and convalidated)
        then return false; end if;
        execute format('create table %s (like %s including all excluding identity) %s', added, rest, options);
        execute format('alter table %s drop constraint if exists %I', added, excluding);
        execute format('alter table %s attach partition %s for values from (%L) to (%L)', whole, added, lower_id, upper_id);
        execute format('alter table %s drop constraint if exists %I', rest, excluding);
        return true;
      end $$`;

const outboxByDay: PartitionedTable = {
  table: 'outbox',
  by: 'event_id',
  identity: 'id',
  constraints: { outbox_event_id_key: 'unique (event_id)' },
  indexes: {
    outbox_ids: '(id)',
    outbox_waiting: '(livemode, id) where published_at is null',
    outbox_places: '(livemode, stream_seq) where stream_seq is not null',
    outbox_published: '(livemode, published_at) where published_at is not null',
  },
};
const inboxByDay: PartitionedTable = {
  table: 'inbox',
  by: 'event_id',
  constraints: { inbox_pkey: 'primary key (consumer, event_id)' },
  indexes: {
    inbox_places: '(consumer, durable_created, stream_seq desc) where stream_seq is not null',
    inbox_handled: 'using brin (handled_at)',
  },
};

/**
 * Outbox and inbox have a partition for each day, so that old rows go with their table. The service's own role may not
 * change its schema: it adds and drops days through functions of the owner, which accept nothing else.
 */
class KitDays extends DayMigration {
  override up(): void {
    this.addSql(`create ${addDay}`);
    this.addSql(`create function drop_day(of_table text, day text) returns void
      language plpgsql security definer set search_path from current set lock_timeout = '250ms' as $$
      begin
        if day !~ '^[0-9]{8}$' then raise exception 'no day: %', day; end if;
        execute format('alter table %s detach partition %I.%I', day_table(of_table), current_schema(), of_table || '_' || day);
        execute format('drop table %I.%I', current_schema(), of_table || '_' || day);
      end $$`);
    this.addSql(`create function day_table(of_table text) returns regclass
      language plpgsql stable set search_path from current as $$
      declare
        whole regclass := (select pg_class.oid from pg_class join pg_partitioned_table on partrelid = pg_class.oid
          where relname = of_table and relnamespace = current_schema()::regnamespace);
      begin
        if whole is null then raise exception '% has no days', of_table; end if;
        return whole;
      end $$`);
    this.partition(outboxByDay);
    this.partition(inboxByDay);
  }

  override down(): void {
    this.unite(inboxByDay);
    this.unite(outboxByDay);
    for (const name of ['drop_day', 'add_day', 'day_table']) this.addSql(`drop function ${name}`);
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

/** Days are added to tables whose default partition is long without reading it under a lock. */
class KitLongDays extends Migration {
  override up(): void {
    this.addSql(`create or replace ${addDay}`);
    // First: nothing of the day can come into the default partition any more. True when that is so.
    this.addSql(`create function exclude_day(of_table text, day text, lower_id text, upper_id text) returns boolean
      language plpgsql security definer set search_path from current set lock_timeout = '250ms' as $$
      declare
        whole regclass := day_table(of_table);
        rest text := format('%I.%I', current_schema(), of_table || '_default');
        column_name text := (select attname from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
          where partrelid = whole);
        is_taken boolean;
      begin
        if day !~ '^[0-9]{8}$' then raise exception 'no day: %', day; end if;
        if to_regclass(format('%I.%I', current_schema(), of_table || '_' || day)) is not null then return false; end if;
        if exists (select from pg_constraint where conrelid = rest::regclass and conname = 'without_' || day) then return true; end if;
        execute format('select exists (select from %s where %I >= $1 and %I < $2)', rest, column_name, column_name)
          into is_taken using lower_id, upper_id;
        if is_taken then return false; end if;
        execute format('alter table %s add constraint %I check (%I < %L or %I >= %L) not valid',
          rest, 'without_' || day, column_name, lower_id, column_name, upper_id);
        return true;
      end $$`);
    // Second: nothing of the day was there before, either. Reads all of it beside those who read and write.
    this.addSql(`create function validate_day(of_table text, day text) returns void
      language plpgsql security definer set search_path from current set lock_timeout = '250ms' as $$
      begin
        if day !~ '^[0-9]{8}$' then raise exception 'no day: %', day; end if;
        perform day_table(of_table);
        execute format('alter table %I.%I validate constraint %I', current_schema(), of_table || '_default', 'without_' || day);
      end $$`);
    // Undoes the first.
    this.addSql(`create function include_day(of_table text, day text) returns void
      language plpgsql security definer set search_path from current set lock_timeout = '250ms' as $$
      begin
        if day !~ '^[0-9]{8}$' then raise exception 'no day: %', day; end if;
        perform day_table(of_table);
        execute format('alter table %I.%I drop constraint if exists %I', current_schema(), of_table || '_default', 'without_' || day);
      end $$`);
  }

  override down(): void {
    for (const name of ['include_day', 'validate_day', 'exclude_day']) this.addSql(`drop function ${name}`);
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
