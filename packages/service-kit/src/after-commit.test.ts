import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Api, startWorld, type World } from '@mizan/testing';
import { command } from './handlers.ts';
import { probeService } from './probe-service.test-support.ts';
import { Problem } from './problem.ts';

let world: World;
let api: Api;
let ran: unknown[];

beforeAll(async () => {
  const service = probeService({
    routes: {
      createProduct: command({
        load: async (_context, { body }) => body['name'],
        run: async (_tx, _input, name) => {
          if (name === 'sold out') throw new Problem('parameter_invalid', 'None left.');
          return { name };
        },
        afterCommit: async ({ reader }, { idempotencyKey }, name) => {
          const committed = await reader.one`select 1 from idempotency_keys where key like ${`%${idempotencyKey}`}`;
          ran.push([name, committed !== undefined]);
          if (name === 'fails') throw new Error('away');
        },
      }),
    },
  });
  world = await startWorld({ services: [service], nats: false });
  api = world.merchantClient('catalog');
});
beforeEach(() => {
  ran = [];
});
afterAll(() => world.stop());

const post = (name: string, key: string) => api('POST', '/products', { name }, { headers: { 'idempotency-key': key } });

test('what follows the commit of a command is done before the answer, and not again for a repeat', async () => {
  const first = await post('lamp', 'once');
  expect([first.status, first.body, ran]).toEqual([201, { name: 'lamp' }, [['lamp', true]]]);
  const second = await post('lamp', 'once');
  expect([second.status, second.body, ran]).toEqual([201, { name: 'lamp' }, [['lamp', true]]]);
});

test('what follows a commit is not done for a command that is refused', async () => {
  expect((await post('sold out', 'refused')).status).toBe(400);
  expect(ran).toEqual([]);
});

test('what follows a commit and fails does not change the answer, which a repeat is given as well', async () => {
  for (const replayed of [null, 'true']) {
    const { status, body, headers } = await post('fails', 'failed');
    expect([status, body, headers.get('idempotent-replayed')]).toEqual([201, { name: 'fails' }, replayed]);
  }
  expect(ran).toEqual([['fails', true]]);
});
