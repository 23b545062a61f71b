import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually, startWorld, type Api, type World } from '@mizan/testing';
import pg from 'pg';
import { command, query } from '../handlers.ts';
import { probeService } from '../probe-service.test-support.ts';

let world: World;
let owner: pg.Client;
let api: Api;
let neighbor: Api;

beforeAll(async () => {
  const service = probeService({
    routes: {
      listProducts: query(async (reader, { query: { search } }) => {
        if (search) await reader.sql`select pg_advisory_xact_lock_shared(1)`;
        return { data: [], totalCount: 0 };
      }),
      listPrices: query(async (reader) => ({ data: await reader.sql`select 1 as id`, totalCount: 1 })),
      getPrice: query(async (reader) => reader.one`select 1 as id`),
      createProduct: command(async (tx) => tx.one`select 1 as id`),
    },
  });
  world = await startWorld({ services: [service], nats: false });
  api = world.merchantClient('catalog');
  neighbor = world.merchantClient('catalog', { merchantId: 'acct_next_door' });
  owner = new pg.Client({ connectionString: world.databaseUrls('catalog').ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.stop();
});

let answered: number[];
let lists: Promise<void>[];
beforeEach(async () => {
  answered = [];
  lists = [];
  await owner.query('select pg_advisory_lock(1)');
});
afterEach(async () => {
  await owner.query('select pg_advisory_unlock_all()');
  await Promise.all(lists);
});

/** Starts lists that Postgres holds, and waits until as many as it may run do. */
async function startSlowLists(by: Api, count: number, running: number): Promise<void> {
  for (let i = 0; i < count; i++)
    lists.push(by('GET', '/products?search=x').then(({ status }) => void answered.push(status)));
  await eventually(async () => {
    const { rows } = await owner.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
    expect(rows.length).toBeGreaterThanOrEqual(running);
  });
}

test('commands and single reads are answered while lists hold all of their connections', async () => {
  await startSlowLists(api, 12, 2);
  await startSlowLists(neighbor, 12, 4);
  const statuses = [await api('POST', '/products', { name: 'Soap' }), await api('GET', '/prices/price_1')];
  expect(statuses.map(({ status }) => status)).toEqual([201, 200]);
  expect(answered).toEqual([]);
});

test('lists of one merchant leave connections to the lists of others', async () => {
  await startSlowLists(api, 20, 2);
  expect((await neighbor('GET', '/prices')).status).toBe(200);
  expect(answered).toEqual([]);
});

test('503 internal_error for a list that takes too long, and for one that waits too long for its turn', async () => {
  const refused = await Promise.all(
    Array.from({ length: 4 }, () => api<{ error: { code: string; message: string } }>('GET', '/products?search=x')),
  );
  for (const { status, headers, body } of refused) {
    expect([status, headers.get('retry-after'), body.error.code]).toEqual([503, '1', 'internal_error']);
    expect(body.error.message).toContain('filters');
  }
});
