import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';

const mostAtOnce = 2;
let gatewayWorld: GatewayWorld;
beforeAll(async () => {
  gatewayWorld = await startGatewayWorld({
    MIZAN_RATE_LIMIT: 'on',
    MIZAN_RATE_LIMIT_TEST_BURST: '1000',
    MIZAN_RATE_LIMIT_CONCURRENT: String(mostAtOnce),
  });
});
afterAll(() => gatewayWorld.stop());

const lookupsUnderWay = async (): Promise<number> => {
  const { rows } = await gatewayWorld.world
    .db('gateway')
    .query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from api_keys join accounts%'`,
    );
  return rows.length;
};

test('callers who leave while their key is looked up take no slot with them, and nothing is passed on for them', async () => {
  const { key } = await gatewayWorld.issueKey({ type: 'SECRET' });
  const { port } = new URL(gatewayWorld.url);
  const lock = await gatewayWorld.world.db('gateway').connect();
  try {
    await lock.query('begin; lock table api_keys in access exclusive mode');
    const callers = Array.from({ length: mostAtOnce + 1 }, () => {
      const caller = connect(Number(port), '127.0.0.1');
      caller.write(`GET /products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      return caller;
    });
    await eventually(async () => expect(await lookupsUnderWay()).toBeGreaterThan(0));
    await gatewayWorld.send('GET', '/healthz', { key: null }); // the others' requests have arrived with this one
    for (const caller of callers) caller.destroy();
    await gatewayWorld.send('GET', '/healthz', { key: null }); // and so has their end
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  for (let i = 0; i < mostAtOnce; i++) expect((await gatewayWorld.send('GET', '/products', { key })).status).toBe(200);
  expect(gatewayWorld.services.received).toHaveLength(mostAtOnce);
});
