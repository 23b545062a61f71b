import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import { probeService } from '../probe-service.test-support.ts';
import { sqlState } from './postgres-errors.ts';
import { provision } from './provision.ts';
import { withClient } from './with-client.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    services: [probeService({ name: 'catalog' }), probeService({ name: 'payments' })],
    nats: false,
  });
});
afterAll(() => world.stop());

/** Runs `sql` as a service's role and tells its SQLSTATE, or `allowed`. */
async function attempt(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql).then(
      () => 'allowed',
      (thrown: unknown) => sqlState(thrown) ?? 'no SQLSTATE',
    );
  } finally {
    await client.end();
  }
}

const denied = '42501';

describe('the runtime role of a service', () => {
  const asPayments = (sql: string) => attempt(world.databaseUrls('payments').runtimeUrl, sql);

  test('reads and writes rows of its own schema', async () => {
    expect(await asPayments(`insert into bus_state values ('probe', '1')`)).toBe('allowed');
    expect(await asPayments(`delete from bus_state where name = 'probe'`)).toBe('allowed');
  });

  test.each([
    `select 1 from catalog.outbox`,
    `insert into catalog.bus_state values ('stolen', '1')`,
    `update catalog.outbox set payload = ''`,
    `delete from catalog.idempotency_keys`,
    `truncate catalog.outbox`,
  ])('is refused by a sibling’s schema: %s', async (sql) => {
    expect(await asPayments(sql)).toBe(denied);
  });

  test.each([
    `create table payments.more (id int)`,
    `create table public.more (id int)`,
    `alter table outbox add column more int`,
    `drop table outbox`,
    `truncate outbox`,
    `create index on outbox (type)`,
    `create schema more`,
    `create role more`,
  ])('cannot change what tables there are: %s', async (sql) => {
    expect(await asPayments(sql)).toBe(denied);
  });

  test.each([
    ['statement_timeout', '5s'],
    ['lock_timeout', '3s'],
    ['idle_in_transaction_session_timeout', '10s'],
  ])('is held to its %s of %s', async (setting, limit) => {
    expect(
      await asPayments(
        `do $$ begin if current_setting('${setting}') <> '${limit}' then raise 'unbounded'; end if; end $$`,
      ),
    ).toBe('allowed');
  });
});

test('a service’s owner, who migrates, cannot touch a sibling’s schema either', async () => {
  const asOwner = (sql: string) => attempt(world.databaseUrls('payments').ownerUrl, sql);
  expect(await asOwner(`create table payments.more (id int); drop table payments.more`)).toBe('allowed');
  expect(await asOwner(`drop schema catalog cascade`)).toBe(denied);
  expect(await asOwner(`drop table catalog.outbox`)).toBe(denied);
  expect(await asOwner(`select 1 from catalog.outbox`)).toBe(denied);
});

describe('two stacks on one server', () => {
  let names: string[];
  let rounds: Awaited<ReturnType<typeof provision<'checkout' | 'webhooks'>>>[];

  beforeAll(async () => {
    const administrator = new URL(world.db('catalog').options.connectionString ?? '');
    names = [1, 2].map((n) => `${administrator.pathname.slice(1)}_${n}`);
    for (const name of names) await world.db('catalog').query(`create database ${name}`);
    const urls = names.map((name) => Object.assign(new URL(administrator), { pathname: `/${name}` }).href);
    const secret = 'a root secret of this test only';
    rounds = await Promise.all(
      [...urls, ...urls, ...urls].map((url) => provision(url, secret, ['checkout', 'webhooks'])),
    );
  });
  afterAll(async () => {
    for (const name of names) await world.db('catalog').query(`drop database ${name}`);
  });

  test('are provisioned at once, each three times over, and every login works', async () => {
    for (const { checkout, webhooks } of rounds)
      for (const { ownerUrl, runtimeUrl } of [checkout, webhooks])
        expect([await attempt(ownerUrl, 'select 1'), await attempt(runtimeUrl, 'select 1')]).toEqual([
          'allowed',
          'allowed',
        ]);
  });

  test('cannot log in to each other’s database', async () => {
    const url = Object.assign(new URL(rounds[0]?.checkout.runtimeUrl ?? ''), { pathname: `/${names[1]}` });
    await expect(attempt(url.href, 'select 1')).rejects.toMatchObject({ code: denied });
  });

  test('give a runtime role no temporary tables, which could shadow its own', async () => {
    expect(await attempt(rounds[0]?.checkout.runtimeUrl ?? '', 'create temporary table outbox (id int)')).toBe(denied);
  });
});

describe('a database of another program', () => {
  /** A database of its own, until the test has ended. */
  async function createDatabase(name: string) {
    const administrator = new URL(world.db('catalog').options.connectionString ?? '');
    const database = `${administrator.pathname.slice(1)}_${name}`;
    const { href } = Object.assign(administrator, { pathname: `/${database}` });
    await world.db('catalog').query(`create database ${database}`);
    const drop = () => world.db('catalog').query(`drop database ${database}`);
    return { href, provide: () => provision(href, 'a root secret of this test only', ['catalog']), drop };
  }
  const parcels = 'create table parcels (id int)';

  test('is refused before anything is changed in it, also where one of its schemas is named like a service', async () => {
    const { href, provide, drop } = await createDatabase('parcels');
    try {
      expect(await attempt(href, `${parcels}; create schema payments`)).toBe('allowed');
      await expect(provide()).rejects.toThrow('has the table public.parcels, which is not of Mizan');
      expect(await attempt(href, 'create schema catalog')).toBe('allowed');
    } finally {
      await drop();
    }
  });

  test.each([
    ['one with a platform', async (provide: () => Promise<unknown>) => void (await provide()), parcels],
    [
      'a table of an extension',
      async () => undefined,
      'create table listed (id int); alter extension pg_trgm add table listed',
    ],
    ['a table in another schema', async () => undefined, `create schema other; create table other.parcels (id int)`],
  ])('is none of these: %s', async (_what, prepare, sql) => {
    const { href, provide, drop } = await createDatabase('own');
    try {
      await prepare(provide);
      expect(await attempt(href, 'create extension if not exists pg_trgm')).toBe('allowed');
      expect(await attempt(href, sql)).toBe('allowed');
      await expect(provide()).resolves.toHaveProperty('catalog');
    } finally {
      await drop();
    }
  });
});

test('a connection that the server ends fails the work that it was opened for, and not the process', async () => {
  const working = withClient(world.databaseUrls('catalog').runtimeUrl, async (client) => {
    const ended = new Promise((resolve) => client.once('end', resolve));
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await world.db('catalog').query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    return client.query('select 1');
  });
  await expect(working).rejects.toThrow(/not queryable|Connection terminated|closed/);
});
