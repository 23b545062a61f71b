import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import { probeService } from '../probe-service.test-support.ts';
import { sqlState } from './postgres-errors.ts';
import { provision } from './provision.ts';

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

test('a database of another program is refused before anything is changed in it', async () => {
  const administrator = new URL(world.db('catalog').options.connectionString ?? '');
  const name = `${administrator.pathname.slice(1)}_parcels`;
  const { href } = Object.assign(administrator, { pathname: `/${name}` });
  await world.db('catalog').query(`create database ${name}`);
  try {
    expect(await attempt(href, 'create table parcels (id int)')).toBe('allowed');
    await expect(provision(href, 'secret', ['catalog'])).rejects.toThrow(
      `the database ${name} belongs to another program, which has the table public.parcels.`,
    );
    expect(await attempt(href, 'create schema catalog')).toBe('allowed');
  } finally {
    await world.db('catalog').query(`drop database ${name}`);
  }
});
