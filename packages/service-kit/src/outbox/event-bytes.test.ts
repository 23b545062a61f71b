import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWorld, type Api, type World } from '@mizan/testing';
import type { Tx } from '../database/database.ts';
import { command, phased } from '../handlers.ts';
import { probeProduct } from '../probe-product.test-support.ts';
import { probeService } from '../probe-service.test-support.ts';
import { Problem } from '../problem.ts';

let world: World;
let api: Api;
beforeAll(async () => {
  const emit = (tx: Tx, id: string) => tx.emit('product.deleted', { object: probeProduct(id), version: 1 });
  const service = probeService({
    routes: {
      createProduct: command(async (tx, { body }) => {
        emit(tx, 'prod_one');
        emit(tx, 'prod_two');
        if (body['name'] === 'refused') throw new Problem('parameter_invalid', 'None left.');
        return {};
      }),
      deletePrice: phased({
        reserve: async (tx) => emit(tx, 'prod_reserved'),
        call: async () => Promise.reject(new Error('lost')),
        settle: async () => ({}),
      }),
      updateProduct: command(async () => ({})),
    },
  });
  world = await startWorld({ services: [service], nats: false });
  api = world.merchantClient('catalog');
});
afterAll(() => world.stop());

const written = async (id: string): Promise<number> => {
  const { rows } = await world
    .db('catalog')
    .query<{ bytes: string }>('select sum(octet_length(payload)) as bytes from outbox where aggregate_id = $1', [id]);
  return Number(rows[0]?.bytes);
};
const reported = async (method: string, path: string, body?: object, idempotencyKey?: string) =>
  (await api(method, path, body, idempotencyKey === undefined ? {} : { idempotencyKey })).headers.get('x-event-bytes');

test('an answer says how many bytes of events its request has committed, and whose; a repeat has committed none', async () => {
  const first = await reported('POST', '/products', { name: 'Soap' }, 'once');
  expect(first).toBe(`${(await written('prod_one')) + (await written('prod_two'))} acct_test test`);
  expect(await reported('POST', '/products', { name: 'Soap' }, 'once')).toBeNull();
  expect(await reported('PATCH', '/products/prod_one', { name: 'Soap' })).toBeNull();
});

test('events that were rolled back do not count; those before a failure do', async () => {
  expect(await reported('POST', '/products', { name: 'refused' })).toBeNull();
  const lost = await reported('DELETE', '/prices/price_1');
  expect(lost).toBe(`${await written('prod_reserved')} acct_test test`);
});
