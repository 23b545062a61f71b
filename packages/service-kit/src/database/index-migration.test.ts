import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import { probeService } from '../probe-service.test-support.ts';
import { defineOrm, migrate } from './orm.ts';

let world: World;
let ownerUrl: string;
beforeAll(async () => {
  world = await startWorld({ services: [probeService({ name: 'catalog' })], nats: false });
  ownerUrl = world.databaseUrls('catalog').ownerUrl;
});
afterAll(() => world.stop());

const loadFrom = (folder: string) => {
  const migrations = new URL(`./index-migration.test-support/${folder}`, import.meta.url);
  return async () => ({ default: defineOrm({ service: 'catalog', entities: [], migrations }) });
};

/** Whether a statement with this prefix has waited for longer than an owner may wait for a lock. */
const hasWaitedLong = async (watcher: pg.Client, prefix: string): Promise<boolean> => {
  const { rows } = await watcher.query(
    `select from pg_stat_activity
    where query like $1 || '%' and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '600 milliseconds'`,
    [prefix],
  );
  return rows.length > 0;
};

test('an index is built beside who writes, by one of two that migrate at once, however long the oldest takes', async () => {
  const load = loadFrom('');
  const [writer, watcher] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)];
  await Promise.all([writer.connect(), watcher.connect()]);
  try {
    await watcher.query(`create table crowded (n int not null)`);
    await watcher.query(`insert into migrations (name) values ('00000000000010_table')`); // as if by an older version
    await writer.query('begin; insert into crowded values (1)');
    const both = Promise.all([migrate(load, ownerUrl), migrate(load, ownerUrl)]);
    await eventually(async () => expect(await hasWaitedLong(watcher, 'create index concurrently')).toBe(true));
    await watcher.query(`set lock_timeout = '100ms'; insert into crowded values (2)`);
    await writer.query('commit');
    expect((await both).sort()).toEqual([0, 1]);
    // As if its worker had died before it could note that it was done.
    await watcher.query(`delete from migrations where name = '00000000000011_index'`);
    expect(await migrate(load, ownerUrl)).toBe(1);
    const { rows } = await watcher.query(`select indisvalid from pg_index where indexrelid = 'crowded_n'::regclass`);
    expect(rows).toEqual([{ indisvalid: true }]);
  } finally {
    await Promise.all([writer.end(), watcher.end()]);
  }
});

test('a run whose connection with the lock was ended fails, although its migrations are done', async () => {
  const [writer, watcher] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)];
  await Promise.all([writer.connect(), watcher.connect()]);
  try {
    await watcher.query(`drop index if exists crowded_n; delete from migrations where name = '00000000000011_index'`);
    await writer.query('begin; insert into crowded values (4)');
    const run = migrate(loadFrom(''), ownerUrl);
    const failed = expect(run).rejects.toThrow();
    await eventually(async () => expect(await hasWaitedLong(watcher, 'create index concurrently')).toBe(true));
    const ended = await world.db('catalog').query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint << 32 | objid::bigint) = hashtextextended('migrate:catalog', 0)`,
    );
    expect(ended.rows).toHaveLength(1);
    await writer.query('commit');
    await failed;
    expect((await watcher.query(`select from migrations where name = '00000000000011_index'`)).rows).toHaveLength(1);
  } finally {
    await Promise.all([writer.end(), watcher.end()]);
  }
});

test('an index is dropped beside who writes, however long the oldest takes', async () => {
  const [writer, watcher] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)];
  await Promise.all([writer.connect(), watcher.connect()]);
  try {
    await watcher.query(`create table if not exists crowded (n int not null)`);
    await watcher.query(`create index if not exists crowded_n on crowded (n)`);
    await writer.query('begin; insert into crowded values (3)');
    let hasEnded = false;
    const dropped = migrate(loadFrom('later/'), ownerUrl).finally(() => (hasEnded = true));
    await eventually(async () => expect(hasEnded || (await hasWaitedLong(watcher, 'drop index'))).toBe(true));
    await watcher.query(`set lock_timeout = '100ms'; insert into crowded values (4)`);
    await writer.query('commit');
    expect(await dropped).toBe(1);
    expect((await watcher.query(`select to_regclass('crowded_n') as left`)).rows).toEqual([{ left: null }]);
  } finally {
    await Promise.all([writer.end(), watcher.end()]);
  }
});

test('a migration that fails is named, with why, and with applied ones that this version lacks', async () => {
  const failed = '00000000000013_wrong: type "number" does not exist';
  await world.db('catalog').query(`delete from migrations where name ~ '^0000000000001'`); // of the tests above
  await expect(migrate(loadFrom('wrong/'), ownerUrl)).rejects.toThrow(new RegExp(`${failed}$`));
  await world.db('catalog').query(`insert into migrations (name) values ('00000000000012_former_name')`);
  await expect(migrate(loadFrom('wrong/'), ownerUrl)).rejects.toThrow(
    `${failed}. The database also has migrations that this version lacks: 00000000000012_former_name. They are of`,
  );
});
