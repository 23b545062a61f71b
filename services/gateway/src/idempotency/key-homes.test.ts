import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Problem, withDatabase, type Calls, type IdempotencyKeys, type SystemReader } from '@mizan/service-kit';
import { startFrontWorld, type FrontWorld } from '../front/front-world.test-support.ts';
import { KeyHomes } from './key-homes.ts';

let front: FrontWorld;
beforeAll(async () => {
  front = await startFrontWorld();
});
afterAll(() => front.stop());

/** Which services say that they hold the key. */
const holders = new Set<string>();
beforeEach(() => holders.clear());

const own = { holds: () => Promise.resolve(false) } as unknown as IdempotencyKeys;
const calls = {
  bind: () => new Proxy({}, { get: (_target, name) => () => Promise.resolve({ isHeld: holders.has(String(name)) }) }),
} as unknown as Calls;

test('a request whose key was just moved to its own service by the same request is told to wait, not that it is another', () =>
  withDatabase('gateway', front.world.databaseUrls('gateway').runtimeUrl, async ({ system }) => {
    const homes = new KeyHomes(system, calls, own);
    await (await homes.enter(front.scope, 'twins', 'catalog')).failed();
    // Its twin moves the key, and is answered, between its two looks at the row.
    const one: SystemReader['one'] = async (...statement) => {
      await homes.enter(front.scope, 'twins', 'customers');
      holders.add('holdsCustomersKey');
      return system.one(...statement);
    };
    const late = new KeyHomes({ ...system, one }, calls, own).enter(front.scope, 'twins', 'customers');
    await expect(late).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_key_in_use',
    } satisfies Partial<Problem>);
    await expect(homes.enter(front.scope, 'twins', 'customers')).resolves.toBeDefined();
  }));
