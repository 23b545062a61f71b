import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { applyOnce } from '../consumers/apply-once.ts';
import { deliver } from '../consumers/deliver.test-support.ts';
import { consumer, parseEventFor } from '../consumers/consumer.ts';
import { eventually } from '@mizan/testing';
import { newId } from '../ids.ts';
import { openProbe, type Probe } from '../open-probe.test-support.ts';
import { probeOrm } from '../probe-service.test-support.ts';
import { dayOf } from './day.ts';
import { readMigrations } from './orm.ts';
import { kitDays } from './prune.ts';
import { fragment } from './sql.ts';
import { daysJob, type TableOfDays } from './table-of-days.ts';

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

let probe: Probe;
beforeEach(async () => {
  probe = await openProbe({ nats: false });
});
afterEach(() => probe.close());

const runDays = (tables = kitDays) =>
  daysJob(tables).run({ db: probe.db, calls: {} as never, signal: new AbortController().signal });

/** Makes the partition as if the day were to come. */
const addDay = async (table: string, days: number) => {
  const { name, lower, upper } = dayOf(ago(days));
  await probe.db.system.sql`select add_day(${table}, ${name}, ${lower}, ${upper})`;
};

/** An event of some days ago. @param publishedDays how long ago it was published; null when it was not */
async function writeEvent(days: number, publishedDays: number | null): Promise<string> {
  const id = newId('evt', ago(days).getTime());
  await probe.db.system.sql`
    insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload, published_at)
    values (${id}, 'acct_days', false, 'product.deleted', 'prod_1', 1, '{}',
      case when ${publishedDays}::int is not null then now() - ${publishedDays}::int * interval '1 day' end)`;
  return id;
}
const partitionOf = async (table: 'outbox' | 'inbox', id: string): Promise<string | undefined> => {
  const { rows } = await probe.world
    .db('catalog')
    .query<{ name: string }>(`select tableoid::regclass::text as name from ${table} where event_id = $1`, [id]);
  return rows[0]?.name;
};
const nameOf = (table: string, days: number) => `${table}_${dayOf(ago(days)).name}`;

describe('the partition of a day', () => {
  test('takes the events of the day, and the coming days have theirs', async () => {
    await runDays();
    for (const ahead of [0, 1, 2, 3])
      expect(await partitionOf('outbox', await writeEvent(-ahead, null))).toBe(nameOf('outbox', -ahead));
    const far = newId('evt', ago(-40).getTime());
    await probe.db.system.sql`insert into inbox (consumer, event_id) values ('catalog-probe', ${far})`;
    expect(await partitionOf('inbox', far)).toBe('inbox_default');
  });

  test('goes as a whole once all of it was published for as long as the stream keeps events', async () => {
    await addDay('outbox', 9);
    const [old, late] = [await writeEvent(9, 8), await writeEvent(9, 6)];
    await runDays();
    expect([await partitionOf('outbox', old), await partitionOf('outbox', late)]).toEqual(
      Array(2).fill(nameOf('outbox', 9)),
    );
    await probe.db.system.sql`update outbox set published_at = now() - interval '8 days' where event_id = ${late}`;
    await runDays();
    expect(await probe.db.system.one`select to_regclass(${nameOf('outbox', 9)}) as name`).toEqual({ name: null });
    expect(await partitionOf('outbox', old)).toBeUndefined();
  });

  test.each([
    ['an event of it was never published', () => writeEvent(9, null)],
    [
      'lost events are being published again',
      async () => {
        await probe.db.system
          .sql`insert into bus_state (name, value) values ('stream_live', '{"created":"","repair":{}}')`;
        return writeEvent(9, 8);
      },
    ],
  ])('stays while %s', async (_, write) => {
    await addDay('outbox', 9);
    const id = await write();
    await runDays();
    expect(await partitionOf('outbox', id)).toBe(nameOf('outbox', 9));
  });

  test('is added beside many older rows without them being read while others wait', async () => {
    await probe.db.system.sql`
      insert into inbox (consumer, event_id)
      select 'catalog-probe', ${newId('evt', ago(15).getTime())} || n from generate_series(1, 20000) n`;
    const { name, lower, upper } = dayOf(ago(-10));
    const admin = await probe.world.db('catalog').connect();
    const notices: (string | undefined)[] = [];
    admin.on('notice', ({ message }) => notices.push(message));
    const call = async (statement: string, parameters: string[]) =>
      (await admin.query<{ done: unknown }>(`select ${statement} as done`, parameters)).rows[0]?.done;
    try {
      await admin.query('set client_min_messages = debug1');
      expect(await call('add_day($1, $2, $3, $4)', ['inbox', name, lower, upper])).toBe(false);
      expect(await call('exclude_day($1, $2, $3, $4)', ['inbox', name, lower, upper])).toBe(true);
      await call('validate_day($1, $2)', ['inbox', name]);
      expect(notices).toContain('verifying table "inbox_default"');
      notices.length = 0;
      expect(await call('add_day($1, $2, $3, $4)', ['inbox', name, lower, upper])).toBe(true);
      expect(notices).not.toContain('verifying table "inbox_default"');
    } finally {
      admin.release(true);
    }
  });

  test('is added by the job beside many older rows, and no insert is refused afterwards', async () => {
    await probe.db.system.sql`
      insert into inbox (consumer, event_id)
      select 'catalog-probe', ${newId('evt', ago(15).getTime())} || n from generate_series(1, 20000) n`;
    await probe.asOwner(`drop table ${nameOf('inbox', -1)}`);
    await runDays();
    const take = async (days: number) => {
      const id = newId('evt', ago(days).getTime());
      await probe.db.system.sql`insert into inbox (consumer, event_id) values ('catalog-probe', ${id})`;
      return partitionOf('inbox', id);
    };
    expect([await take(-1), await take(-2), await take(-20)]).toEqual([
      nameOf('inbox', -1),
      nameOf('inbox', -2),
      'inbox_default',
    ]);
    const left = await probe.db.system.sql`select conname from pg_constraint where conname like 'without_%'`;
    expect(left).toEqual([]);
  });

  test('goes although another table fails, and the failure is known', async () => {
    await addDay('inbox', 22);
    const [outbox, inbox] = kitDays as [TableOfDays, TableOfDays];
    await addDay('outbox', 9);
    await writeEvent(9, 8);
    const failing = { ...outbox, keepsRow: fragment`(1 / (kept.aggregate_version - 1) = 1)` };
    await expect(runDays([failing, inbox])).rejects.toThrow('division by zero');
    expect(await probe.db.system.one`select to_regclass(${nameOf('inbox', 22)}) as name`).toEqual({ name: null });
  });

  test('can be read while its rows are looked at', async () => {
    await addDay('outbox', 9);
    const id = await writeEvent(9, 8);
    const admin = await probe.world.db('catalog').connect();
    try {
      await admin.query('begin; select pg_advisory_xact_lock(9001)');
      const [outbox] = kitDays as [TableOfDays];
      const waiting = { ...outbox, keepsRow: fragment`(pg_advisory_xact_lock_shared(9001) is null)` };
      const running = runDays([waiting]);
      await eventually(async () => {
        const { rows } = await admin.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
        expect(rows).toHaveLength(1);
      });
      await admin.query(`set local lock_timeout = '100ms'`);
      const read = await admin.query('select event_id from outbox where event_id = $1', [id]);
      await admin.query('rollback');
      await running;
      expect(read.rows).toEqual([{ event_id: id }]);
    } finally {
      await admin.query('rollback');
      admin.release();
    }
  });

  test('that was added after its first event leaves the day where it is, and is emptied row by row', async () => {
    const id = await writeEvent(9, 8);
    await addDay('outbox', 9);
    expect(await partitionOf('outbox', id)).toBe('outbox_default');
    await runDays();
    expect(await partitionOf('outbox', id)).toBeUndefined();
  });

  test('is all that the role of the service can add or drop', async () => {
    const today = dayOf(new Date());
    for (const [table, day] of [
      ['idempotency_keys', today.name],
      ['outbox', 'default'],
      ['outbox', `${today.name}; drop table inbox`],
      ['bus_state', today.name],
    ]) {
      await expect(probe.db.system.sql`select drop_day(${table}, ${day})`).rejects.toThrow();
      await expect(
        probe.db.system.sql`select add_day(${table}, ${day}, ${today.lower}, ${today.upper})`,
      ).rejects.toThrow();
    }
    await expect(probe.db.system.sql`drop table inbox`).rejects.toThrow(/must be owner/);
  });
});

test('an event that took effect before midnight takes none after it', async () => {
  await addDay('inbox', 1);
  const { message } = deliver(newId('evt', ago(1).getTime()).slice('evt_'.length));
  const handled: string[] = [];
  const noting = consumer({
    name: 'probe',
    purpose: 'notes events',
    on: { 'product.deleted': (_tx, { id }) => Promise.resolve(void handled.push(id)) },
  });
  const event = parseEventFor(noting, message.string());
  const once = () =>
    applyOnce({ db: probe.db, durable: 'catalog-probe', consumer: noting }, event, { streamSeq: 1, isRepeated: false });
  expect([await once(), await once()]).toEqual([true, false]);
  expect(handled).toEqual([event.id]);
  expect(await partitionOf('inbox', event.id)).toBe(nameOf('inbox', 1));
});

describe('a dead letter that is handed over long after', () => {
  const noting = (name: string, handled: string[]) =>
    consumer({
      name,
      purpose: 'notes events',
      on: { 'product.deleted': (_tx, { id }) => Promise.resolve(void handled.push(id)) },
    });

  test.each(['with the day of its event', 'without a day'])(
    'has no second effect on what handled it, %s',
    async (where) => {
      if (where === 'with the day of its event') await addDay('inbox', 30);
      const handled: string[] = [];
      const id = newId('evt', ago(30).getTime());
      const { message } = deliver(id.slice('evt_'.length));
      const part = noting('part', handled);
      const event = parseEventFor(part, message.string());
      const parts = new Map([['catalog-part', part]]);
      await applyOnce({ db: probe.db, durable: 'catalog-part', consumer: part }, event, {
        streamSeq: 1,
        isRepeated: true,
      });
      await probe.db.system.sql`update inbox set handled_at = now() - interval '30 days'`;
      await probe.db.system.sql`
      insert into dead_letters (consumer, event_id, subject, payload, reason) values ('catalog-probe', ${id}, '', '', '')`;
      await runDays();
      expect(await partitionOf('inbox', id)).toBe('inbox_default');
      const whole = { db: probe.db, durable: 'catalog-probe', consumer: part, parts };
      await applyOnce(whole, event, { streamSeq: null, isRepeated: true });
      expect(handled).toEqual([id]);
      await probe.db.system.sql`delete from dead_letters`;
      await probe.db.system.sql`update inbox set handled_at = now() - interval '30 days'`;
      await runDays();
      expect(await partitionOf('inbox', id)).toBeUndefined();
    },
  );
});

test('what has no day is read as it is deleted, however much there is', async () => {
  await probe.db.system.sql`
    insert into inbox (consumer, event_id, handled_at)
    select 'catalog-' || n % 2, ${newId('evt', ago(30).getTime())} || lpad(n::text, 6, '0'), now() - interval '30 days'
    from generate_series(1, 20000) n`;
  await probe.asOwner('analyze inbox_default');
  const used = async () => {
    const { rows } = await probe.world.db('catalog').query<{ read: number; written: number; deleted: number }>(
      `select n_tup_ins::int as written, n_tup_del::int as deleted, coalesce(seq_tup_read, 0)::int + coalesce(idx_tup_fetch, 0)::int as read
       from pg_stat_user_tables where relname = 'inbox_default'`,
    );
    return rows[0] ?? { read: 0, written: 0, deleted: 0 };
  };
  await eventually(async () => expect((await used()).written).toBe(20_000));
  const before = await used();
  await runDays();
  await eventually(async () => expect((await used()).deleted).toBe(5_000), { timeoutMs: 15_000 });
  expect((await used()).read - before.read).toBeLessThan(15_000); // those that are deleted are looked up by place again
});

test('tables in use get days without a row being moved, and their numbers go on', async () => {
  const migrations = await readMigrations(probeOrm('catalog'), probe.world.databaseUrls('catalog').ownerUrl);
  const days = migrations.findIndex(({ name }) => name.endsWith('_kit_days'));
  const admin = await probe.world.db('catalog').connect();
  try {
    await admin.query('create schema upgraded; set search_path = upgraded');
    for (const { statements } of migrations.slice(0, days)) for (const each of statements) await admin.query(each);
    const write = (id: string) =>
      admin.query<{ id: string }>(
        `insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload)
         values ($1, 'acct_days', false, 'product.deleted', 'prod_1', 1, '{}') returning id`,
        [id],
      );
    const [before, after] = [newId('evt'), newId('evt', ago(-1).getTime())];
    await write(before);
    for (const each of migrations[days]?.statements ?? []) await admin.query(each);
    const { rows } = await write(after);
    expect(rows).toEqual([{ id: '2' }]);
    const places = await admin.query(`select tableoid::regclass::text as name from outbox order by id`);
    expect(places.rows).toEqual([{ name: 'outbox_default' }, { name: nameOf('outbox', -1) }]);
    await expect(write(before)).rejects.toThrow(/duplicate key/);
  } finally {
    await admin.query('drop schema if exists upgraded cascade; reset search_path');
    admin.release();
  }
});
