import { Migration } from '@mikro-orm/migrations';
import { daysFrom } from './day.ts';

/** A table in use, and what its partitioned successor has: constraints and indexes of the table, by their names. */
export interface PartitionedTable {
  readonly table: string;
  /** The column that holds an event's id. */
  readonly by: string;
  /** A column that numbers rows as they are inserted. */
  readonly identity?: string;
  /** `unique (event_id)` */
  readonly constraints: Readonly<Record<string, string>>;
  /** `(livemode, id) where published_at is null` */
  readonly indexes: Readonly<Record<string, string>>;
}

/**
 * A migration that partitions tables in use by the day in the ids of events. Nothing is copied or read: the table becomes
 * the default partition, whose rows are deleted as they grow old, and each day from the next one gets a partition of its
 * own, dropped whole. An empty table has today's too.
 */
export abstract class DayMigration extends Migration {
  protected partition({ table, by, identity, constraints, indexes }: PartitionedTable): void {
    const rest = `${table}_default`;
    this.addSql(`alter table ${table} rename to ${rest}`);
    for (const name of Object.keys(constraints))
      this.addSql(`alter table ${rest} rename constraint ${name} to ${ofDefault(table, name)}`);
    for (const name of Object.keys(indexes)) this.addSql(`alter index ${name} rename to ${ofDefault(table, name)}`);

    const like = `(like ${rest} including defaults including constraints)`;
    this.addSql(`create table ${table} ${like} partition by range (${by})`);
    for (const [name, on] of Object.entries(constraints))
      this.addSql(`alter table ${table} add constraint ${name} ${on}`);
    for (const [name, on] of Object.entries(indexes)) this.addSql(`create index ${name} on ${table} ${on}`);
    if (identity !== undefined) {
      this.addSql(`alter table ${rest} alter column ${identity} drop identity`);
      this.#number(table, identity, rest);
    }
    this.addSql(`alter table ${table} attach partition ${rest} default`);
    for (const { name, lower, upper } of daysFrom(new Date()))
      this.addSql(`select add_day('${table}', '${name}', '${lower}', '${upper}')`);
  }

  /** Undoes {@link partition}: all rows are in one table again. */
  protected unite({ table, identity, constraints, indexes }: PartitionedTable): void {
    const rest = `${table}_default`;
    this.addSql(`alter table ${table} detach partition ${rest}`);
    this.addSql(`insert into ${rest} select * from ${table}`);
    this.addSql(`drop table ${table}`);
    this.addSql(`alter table ${rest} rename to ${table}`);
    for (const name of Object.keys(constraints))
      this.addSql(`alter table ${table} rename constraint ${ofDefault(table, name)} to ${name}`);
    for (const name of Object.keys(indexes)) this.addSql(`alter index ${ofDefault(table, name)} rename to ${name}`);
    if (identity !== undefined) this.#number(table, identity, table);
  }

  /** Numbers the table's new rows after those of `rows`. */
  #number(table: string, column: string, rows: string): void {
    const next = `(select coalesce(max(${column}), 0) + 1 from ${rows})`;
    this.addSql(`alter table ${table} alter column ${column} add generated always as identity`);
    this.addSql(`select setval(pg_get_serial_sequence('${table}', '${column}'), ${next}, false)`);
  }
}

/** What the default partition calls a constraint or index of the table. */
const ofDefault = (table: string, name: string): string =>
  name.startsWith(table) ? name.replace(table, `${table}_default`) : `${table}_default_${name}`;
