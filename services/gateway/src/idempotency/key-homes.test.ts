import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Problem, withDatabase, type Calls, type IdempotencyKeys, type SystemReader } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';
import { deleteExpiredKeyHomes, KeyHomes } from './key-homes.ts';

let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld();
});
afterAll(() => gatewayWorld.stop());

/** Which services say that they hold the key. */
const holders = new Set<string>();
beforeEach(() => holders.clear());

const ownKeys = { holds: () => Promise.resolve(false) } as unknown as IdempotencyKeys;
const calls = {
  bind: () => new Proxy({}, { get: (_target, name) => () => Promise.resolve({ isHeld: holders.has(String(name)) }) }),
} as unknown as Calls;

test('409 and not 400 when the same request has just moved the key to its own service', () =>
  withDatabase('gateway', gatewayWorld.world.databaseUrls('gateway').runtimeUrl, async ({ system }) => {
    const homes = new KeyHomes({ db: system, calls, ownKeys });
    await (await homes.claim(gatewayWorld.scope, 'twins', 'catalog')).failed();
    // Its twin moves the key and gets a response between the two reads of the row.
    const one: SystemReader['one'] = async (...statement) => {
      await homes.claim(gatewayWorld.scope, 'twins', 'customers');
      holders.add('holdsCustomersKey');
      return system.one(...statement);
    };
    const late = new KeyHomes({ db: { ...system, one }, calls, ownKeys }).claim(
      gatewayWorld.scope,
      'twins',
      'customers',
    );
    await expect(late).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_key_in_use',
    } satisfies Partial<Problem>);
    await homes.claim(gatewayWorld.scope, 'twins', 'customers');
    const home = await system.one`select service, entered, failed from key_homes where key = 'twins'`;
    expect(home).toEqual({ service: 'customers', entered: 3, failed: 1 });
  }));

test('a key unused for three days is deleted, one that is just used again is not', () =>
  withDatabase('gateway', gatewayWorld.world.databaseUrls('gateway').runtimeUrl, async (db) => {
    const again = await gatewayWorld.world.db('gateway').connect();
    const left = async () => {
      const { rows } = await again.query<{ key: string }>(
        `select key from key_homes where key like 'old-%' order by key`,
      );
      return rows.map(({ key }) => key);
    };
    await again.query(
      `insert into key_homes select 'acct_old', false, key, 'catalog', 1, 0, now() - hours * interval '1 hour'
      from (values ('old-1', 73), ('old-2', 73), ('old-3', 71)) as old (key, hours)`,
    );
    await again.query(`begin; update key_homes set entered = 2, entered_at = now() where key = 'old-2'`);
    const { signal } = new AbortController();
    let hasEnded = false;
    const forgotten = Promise.resolve(deleteExpiredKeyHomes.run({ db, calls, signal })).finally(
      () => (hasEnded = true),
    );
    await eventually(async () => {
      const { rows } = await again.query(`select from pg_locks where not granted`);
      expect(hasEnded || rows.length > 0).toBe(true);
    });
    await again.query('commit');
    await forgotten;
    expect(await left()).toEqual(['old-2', 'old-3']);
    again.release();
  }));
