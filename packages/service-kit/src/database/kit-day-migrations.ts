import { Migration } from '@mikro-orm/migrations';
import { DayMigration, type PartitionedTable } from './day-migration.ts';
import { IndexMigration } from './index-migration.ts';

/** What partitions of outbox and inbox need, on the tables that become their default partitions. */
export class KitDayIndexes extends IndexMigration {
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
export class KitDays extends DayMigration {
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

/** Days are added to tables whose default partition is long without reading it under a lock. */
export class KitLongDays extends Migration {
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
