import { expect, test } from '@jest/globals';
import { maxEventBytes, type Event } from '@mizan/contracts';
import type { AnyBody } from '@mizan/testing';
import { readFrames } from '../stream/event-tail.ts';
import { claimDueDeliveries } from './claim-due-deliveries.ts';
import { useDispatcher } from './dispatcher.test-support.ts';

const { rows, api, scope, createEndpoint, publishTogether, transact, now } = useDispatcher();

type List = AnyBody & { data: Event[]; totalCount: number; nextCursor: string | null };

/** Stores events of 800 KB, as earlier versions did. */
async function storeLarge(count: number): Promise<string[]> {
  const events = await publishTogether(Array.from({ length: count }, () => ({ scope: scope() })));
  const ids = events.map(({ id }) => id);
  await rows(`update events set body = replace(body, '"name":', '"prices":' || $2 || ',"name":') where id = any($1)`, [
    ids,
    JSON.stringify(Array.from({ length: 400 }, (_, index) => ({ id: `price_${index}`, text: 'x'.repeat(2_000) }))),
  ]);
  return ids;
}

test('GET /events shows all events of a page, those that were stored larger than one can be now in the size of now', async () => {
  const ids = await storeLarge(12);
  const { body } = await api<List>('GET', '/events?limit=100');
  expect(body.data.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect([body.totalCount, body.nextCursor]).toEqual([12, null]);
  for (const event of body.data) {
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(maxEventBytes);
    expect(event.data.object).toMatchObject({ truncated: ['prices'], name: 'قهوة' });
  }
});

test('a stream reads 1 MiB at a time, at least one event, and knows that more follow', async () => {
  await storeLarge(4);
  const read = (after: number) => transact((tx) => readFrames(tx, scope(), after));
  const [first, rest] = [await read(0), await read(3)];
  expect([first.frames.map(({ sequence }) => sequence), first.isFull]).toEqual([[1, 2], true]);
  expect([rest.frames.map(({ sequence }) => sequence), rest.isFull]).toEqual([[4], false]);
});

test('a claim leases deliveries until their bodies have the size that is free, at least one', async () => {
  const { id } = await createEndpoint();
  // Held back from the service's own claims, and not from that of the test.
  await rows(
    `update endpoint_health set probe_at = now() + interval '1 day', wait_seconds = 60, failing_since = now(), failures = 10
     where endpoint_id = $1`,
    [id],
  );
  await storeLarge(6);
  const claimed = await transact(async (tx) => {
    await tx.sql`update endpoint_health set probe_at = null, wait_seconds = null, failing_since = null, failures = 0 where endpoint_id = ${id} and merchant_id = ${scope().merchantId} and not livemode`;
    const request = { livemode: false, free: 128, freeBytes: 2_000_000, leased: new Map<string, number>() };
    return claimDueDeliveries(tx, { ...request, slowEndpoints: [], now: now() });
  });
  expect(claimed.map(({ endpointId }) => endpointId)).toEqual([id, id, id]);
});
