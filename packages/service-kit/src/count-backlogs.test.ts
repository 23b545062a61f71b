import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countDeadLetters } from './consumers/dead-letters.ts';
import { openProbe, type Probe } from './open-probe.test-support.ts';
import { countedMax, readWaitingEvents } from './outbox/waiting-events.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await openProbe({ nats: false });
});
afterAll(() => probe.close());

const fillOutbox = (count: number, age: string, livemode: boolean) =>
  probe.asOwner(`
    insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload, created_at)
    select gen_random_uuid(), 'acct_probe', ${livemode}, 'product.deleted', 'prod_1', 1, '{}', now() - interval '${age}'
    from generate_series(1, ${count})`);
const bury = (consumer: string, count: number) =>
  probe.asOwner(`
    insert into dead_letters (consumer, event_id, subject, payload, reason)
    select '${consumer}', gen_random_uuid(), 'subject', '{}', 'reason' from generate_series(1, ${count})`);

test('events that wait for the bus are counted up to a limit, and the age of the oldest is exact', async () => {
  expect(await readWaitingEvents(probe.db.system)).toEqual({ unpublished: 0, oldestSeconds: null });
  await fillOutbox(3, '1 minute', true);
  expect(await readWaitingEvents(probe.db.system)).toMatchObject({ unpublished: 3 });
  await fillOutbox(1, '2 hours', false);
  await fillOutbox(countedMax, '1 minute', false);
  const { unpublished, oldestSeconds } = await readWaitingEvents(probe.db.system);
  expect(unpublished).toBe(countedMax);
  expect(Math.abs((oldestSeconds ?? 0) - 7_200)).toBeLessThan(60);
});

test('dead letters are counted for each consumer, up to a limit, also where the consumer is gone', async () => {
  expect(await countDeadLetters(probe.db.system)).toEqual(new Map());
  await bury('catalog-stock', countedMax + 1);
  await bury('catalog-gone', 2);
  expect(await countDeadLetters(probe.db.system)).toEqual(
    new Map([
      ['catalog-gone', 2],
      ['catalog-stock', countedMax],
    ]),
  );
});
