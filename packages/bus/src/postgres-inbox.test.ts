import { describe, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import pg from 'pg';
import { useBus } from './bus.test-support.ts';
import { PostgresInbox } from './postgres-inbox.ts';

const { world, publish, newMerchant, subscribe } = useBus();

test.each(['', undefined, 'Dl Bad', 'Main'])(
  'an inbox of %j, which no durable can be called, is refused',
  (durable) => {
    expect(() => new PostgresInbox(world().db('public' as never), durable as never)).toThrow(
      'Pass the durable of the subscription, under whose name its records are stored: lowercase letters, digits,',
    );
  },
);

test.each([{}, 'evt_1', undefined, null, { id: '' }, { id: 5 }])(
  'an event without an ID, as %j, is refused before it takes effect',
  async (event) => {
    const inbox = new PostgresInbox(world().db('public' as never), newMerchant());
    await inbox.createTables();
    let effects = 0;
    await expect(inbox.once(event as never, async () => effects++)).rejects.toThrow(
      'Pass the event that the handler received: its `id` is recorded.',
    );
    expect(effects).toBe(0);
  },
);

test('an event that is delivered twice takes effect once', async () => {
  const merchant = newMerchant();
  const pool = world().db('public' as never);
  const inbox = new PostgresInbox(pool, merchant);
  await inbox.createTables();
  await pool.query('create table if not exists effects (id text)');
  await publish(merchant);
  const outcomes: boolean[] = [];
  const { bus } = await subscribe('refund.created', merchant, async (event) => {
    const effect = () =>
      inbox.once(event, async (client) => void (await client.query('insert into effects values ($1)', [merchant])));
    outcomes.push(...(await Promise.all([effect(), effect()])));
  });
  await eventually(() => expect(outcomes).toHaveLength(2));
  await bus.drain();
  await subscribe(
    'refund.created',
    merchant,
    async (event) => {
      outcomes.push(await inbox.once(event, () => Promise.reject(new Error('bug: not new'))));
    },
    { restart: true },
  );
  await eventually(() => expect(outcomes).toHaveLength(3));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  const { rowCount } = await pool.query('select 1 from effects where id = $1', [merchant]);
  expect(rowCount).toBe(1);
});

test('an effect that fails leaves no record of the event', async () => {
  const inbox = new PostgresInbox(world().db('public' as never), 'failing');
  await inbox.createTables();
  const event = { id: 'evt_failing' };
  await expect(inbox.once(event, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inbox.once(event, async () => {})).toBe(true);
});

describe('an effect that PostgreSQL undoes', () => {
  const twice = async (client: pg.PoolClient) => {
    await client.query(`insert into orders values ('same')`);
    await client.query(`insert into orders values ('same')`).catch(() => undefined);
  };
  const undone = (client: pg.PoolClient) => client.query('rollback');
  test.each([
    [
      'because the error of a statement was caught',
      twice,
      /^A statement of the effect failed and its error was caught/,
    ],
    ['by a rollback of its own', undone, /^The effect has undone the transaction of its event/],
  ])('%s, is not said to be done, and the event can take effect later', async (_why, effect, message) => {
    const pool = world().db('public' as never) as unknown as pg.Pool;
    await pool.query('create table if not exists orders (id text primary key)');
    const inbox = new PostgresInbox<pg.PoolClient>(pool, newMerchant());
    await inbox.createTables();
    await expect(inbox.once({ id: 'evt_1' }, effect)).rejects.toThrow(message);
    expect(await inbox.once({ id: 'evt_1' }, async () => {})).toBe(true);
    expect((await pool.query('select 1 from orders')).rowCount).toBe(0);
  });
});

test('a connection that ends during an effect fails the event, and the process goes on', async () => {
  const pool = world().db('public' as never) as unknown as pg.Pool;
  const inbox = new PostgresInbox<pg.PoolClient>(pool, newMerchant());
  await inbox.createTables();
  const ended = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const end = new Promise((resolve) => client.once('end', resolve)); // `once` of node:events would listen to errors
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await end; // between two statements, where only the event says so
    await client.query('select 1');
  };
  await expect(inbox.once({ id: 'evt_1' }, ended)).rejects.toMatchObject({ code: '57P01' });
  expect(await inbox.once({ id: 'evt_1' }, async () => {})).toBe(true);
});

test('processes that start at once create the tables once', async () => {
  const { options } = world().db('public' as never);
  const pools = Array.from({ length: 6 }, () => new pg.Pool({ ...options, options: '-c search_path=starting' }));
  await world()
    .db('public' as never)
    .query('create schema starting');
  await Promise.all(pools.map((pool) => new PostgresInbox(pool, 'main').createTables()));
  await Promise.all(pools.map((pool) => pool.end()));
});

test('a dead letter whose reason has a NUL is stored, also after another try', async () => {
  const inbox = new PostgresInbox(world().db('public' as never), newMerchant());
  await inbox.createTables();
  const letter = { durable: 'any', eventId: 'evt_1', subject: 's', payload: '{}', deliveries: 1 };
  await inbox.keep({ ...letter, reason: 'unexpected: \u0000answer' });
  expect((await inbox.deadLetters())[0]?.reason).toBe('unexpected: answer');
  await inbox.requeue(() => Promise.reject(new Error('again: \u0000')));
  expect((await inbox.deadLetters())[0]?.reason).toBe('Error: again: ');
});

test('a retry of dead letters without a function is refused', async () => {
  const inbox = new PostgresInbox(world().db('public' as never), newMerchant());
  await expect(inbox.requeue(undefined as never)).rejects.toThrow('Pass a function: (payload) =>');
});

/** An inbox with records of events that were handled so many days ago. */
async function inboxWith(name: string, ages: readonly number[]) {
  const pool = world().db('public' as never);
  const inbox = new PostgresInbox(pool, name);
  await inbox.createTables();
  for (const days of ages)
    await pool.query(
      `insert into mizan_inbox (durable, event_id, handled_at) values ($1, $2, now() - $3 * interval '1 day')`,
      [name, String(days), days],
    );
  const left = async () => {
    const { rows } = await pool.query('select event_id::int as days from mizan_inbox where durable = $1 order by 1', [
      name,
    ]);
    return (rows as { days: number }[]).map(({ days }) => days);
  };
  return { inbox, left };
}

test.each([
  ['three weeks', undefined, [0, 20]],
  ['three weeks', {}, [0, 20]],
  ['as many days as the platform needs', { olderThanDays: 379 }, [0, 20, 22, 378]],
  ['a day', { olderThanDays: 1 }, [0]],
])('prune keeps the records of %s: %j', async (_age, options, expected) => {
  const { inbox, left } = await inboxWith(newMerchant(), [0, 20, 22, 378, 380]);
  await inbox.prune(options);
  expect(await left()).toEqual(expected);
});

test('prune keeps the records of other durables, whose events may be replayed for longer', async () => {
  const [{ inbox }, other] = [await inboxWith(newMerchant(), [30]), await inboxWith(newMerchant(), [30])];
  await inbox.prune();
  expect(await other.left()).toEqual([30]);
});

test.each([
  [{ olderThanDays: 0 }, '`olderThanDays` must be a whole number from 1.'],
  [{ olderThanDays: -7 }, '`olderThanDays` must be'],
  [{ olderThanDays: 1.5 }, '`olderThanDays` must be'],
  [{ olderThanDays: Number.NaN }, '`olderThanDays` must be'],
  [{ olderThanDays: '30' }, '`olderThanDays` must be'],
  [{ olderThanDays: null }, '`olderThanDays` must be'],
  [{ days: 30 }, 'prune has no option `days`. The options are olderThanDays.'],
  [30, 'prune needs its options.'],
])('prune with %j is refused, and deletes nothing', async (wrong, message) => {
  const { inbox, left } = await inboxWith(newMerchant(), [400]);
  await expect(inbox.prune(wrong as never)).rejects.toThrow(message);
  expect(await left()).toEqual([400]);
});
