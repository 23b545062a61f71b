import { describe, expect, test } from '@jest/globals';
import { daysJob, newId } from '@mizan/service-kit';
import { webhooksEnv } from '../config.ts';
import { useDispatcher } from '../dispatch/dispatcher.test-support.ts';
import { delivered, failedWith } from '../webhooks.test-support.ts';
import { eventDays } from './prune-events.ts';

const dayMs = 86_400_000;
const { sender, rows, scope, api, createEndpoint, publish, attempted, advance, jobContext } = useDispatcher();

const prune = (days: number) => daysJob(eventDays(days)).run(jobContext());
const stored = async () =>
  (await rows<{ id: string }>('select id from events where merchant_id = $1', [scope().merchantId])).map(
    ({ id }) => id,
  );
const idOf = (daysAgo: number) => newId('evt', Date.now() - daysAgo * dayMs);

/** Makes the partitions of a day as if it were to come. */
async function addDay(daysAgo: number): Promise<void> {
  const start = Math.floor(Date.now() / dayMs - daysAgo) * dayMs;
  const idAt = (ms: number) => newId('evt', ms).slice(0, 'evt_'.length + 9);
  const day = new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
  for (const table of ['events', 'deliveries'])
    await rows('select add_day($1, $2, $3, $4)', [table, day, idAt(start), idAt(start + dayMs)]);
}

describe.each([
  ['in the partition of their day', true],
  ['in the default partition', false],
])('events that are %s', (_, hasDay) => {
  test('go with their deliveries once they are older than the retention, and the count with them; others stay', async () => {
    const daysAgo = hasDay ? 9 : 12;
    if (hasDay) await addDay(daysAgo);
    const { id: endpointId } = await createEndpoint();
    const [old, young] = [await publish({ id: idOf(daysAgo) }), await publish({ id: idOf(6) })];
    await attempted(endpointId, 2);
    await prune(30);
    expect(await stored()).toHaveLength(2);
    await prune(7);
    expect(await stored()).toEqual([young.id]);
    expect(await rows('select event_id from deliveries where endpoint_id = $1', [endpointId])).toEqual([
      { event_id: young.id },
    ]);
    expect((await api('GET', '/events')).body['totalCount']).toBe(1);
    expect((await api('GET', `/events/${old.id}`)).status).toBe(404);
  });

  test('stay with their deliveries while one of them is still on its way somewhere', async () => {
    const daysAgo = hasDay ? 40 : 43;
    if (hasDay) await addDay(daysAgo);
    const { id: endpointId } = await createEndpoint();
    sender.answer = () => failedWith(500);
    const { id } = await publish({ id: idOf(daysAgo) });
    await attempted(endpointId, 1);
    await prune(30);
    expect(await stored()).toEqual([id]);
    expect(await rows('select 1 from deliveries where event_id = $1', [id])).toHaveLength(2);
    await rows(`delete from delivery_queue where endpoint_id = $1`, [endpointId]);
    await prune(30);
    expect(await stored()).toEqual([]);
    expect(await rows('select 1 from deliveries where event_id = $1', [id])).toEqual([]);
  });
});

test('a delivery that a version before queued without its event is sent, and keeps what is old until then', async () => {
  const { id: endpointId } = await createEndpoint();
  sender.answer = () => failedWith(500);
  const { id } = await publish({ id: idOf(50) });
  await attempted(endpointId, 1);
  await rows('update delivery_queue set event_id = null, next_at = now() where endpoint_id = $1', [endpointId]);
  await prune(30);
  expect(await stored()).toEqual([id]);
  sender.answer = () => delivered;
  advance(60);
  await attempted(endpointId, 2);
  await prune(30);
  expect(await stored()).toEqual([]);
});

test('MIZAN_EVENT_RETENTION_DAYS says how long, 30 days unless it does, at least one', () => {
  const { MIZAN_EVENT_RETENTION_DAYS: days } = webhooksEnv;
  expect([days.parse(undefined), days.parse('7')]).toEqual([30, 7]);
  for (const wrong of ['0', '1.5', 'soon']) expect(days.safeParse(wrong).success).toBe(false);
});
