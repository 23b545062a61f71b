import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { merchant, ScriptedSender, startTestService, type TestService } from '../webhooks.test-support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(new ScriptedSender());
});
afterAll(() => service.world.stop());

const query = (sql: string, values: unknown[] = []) => service.world.db('webhooks').query(sql, values);

/** Queues what no dispatcher can send, because there is no event to it. */
const queue = (endpointId: string, count: number, due: string) =>
  query(
    `insert into delivery_queue (delivery_id, merchant_id, livemode, endpoint_id, object_id, object_version, attempt, is_replay, first_at, next_at)
     select gen_random_uuid(), $1, false, $2, 'prod_1', 1, 1, true, now(), now() + $4::interval from generate_series(1, $3)`,
    [merchant.merchantId, endpointId, count, due],
  );

async function scraped(name: string): Promise<number> {
  const line = (await service.deps.metrics.scrape())
    .split('\n')
    .find((each) => each.startsWith(`${name}{`) && each.includes('mizan_livemode="false"'));
  return Number(line?.split(' ')[1]);
}

test('the backlog of due deliveries is counted up to 10,000, and the age of the oldest is exact', async () => {
  const [waiting, late, paused] = await Promise.all([1, 2, 3].map(() => service.createEndpoint()));
  if (!waiting || !late || !paused) throw new Error('bug: no endpoints');
  expect(await scraped('mizan_delivery_backlog')).toBe(0);
  expect(await scraped('mizan_delivery_backlog_age_seconds')).toBe(0);
  await query(
    `update endpoint_health set probe_at = now() + interval '1 hour', wait_seconds = 600 where endpoint_id = $1`,
    [paused.id],
  );
  await queue(paused.id, 5, '-5 hours');
  await queue(waiting.id, 7, '1 hour');
  await queue(waiting.id, 2, '-1 minute');
  await queue(late.id, 1, '-2 hours');
  await queue(late.id, 1, '-1 hour');
  expect(await scraped('mizan_delivery_backlog')).toBe(4);
  await queue(waiting.id, 10_000, '-1 minute');
  expect(await scraped('mizan_delivery_backlog')).toBe(10_000);
  expect(Math.abs((await scraped('mizan_delivery_backlog_age_seconds')) - 7_200)).toBeLessThan(60);
  await query('insert into test_clocks (merchant_id, ahead_ms, version) values ($1, 7200000, 1)', [
    merchant.merchantId,
  ]);
  expect(Math.abs((await scraped('mizan_delivery_backlog_age_seconds')) - 14_400)).toBeLessThan(60);
});
