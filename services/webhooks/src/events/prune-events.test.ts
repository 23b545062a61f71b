import { expect, test } from '@jest/globals';
import { webhooksEnv } from '../config.ts';
import { useDispatcher } from '../dispatch/dispatcher.test-support.ts';
import { failedWith } from '../webhooks.test-support.ts';
import { pruneEvents } from './prune-events.ts';

const { sender, rows, scope, api, createEndpoint, publish, attempted, jobContext } = useDispatcher();

const prune = (days: number) => pruneEvents(days).run(jobContext());
const age = (id: string, days: number) =>
  rows(`update events set stored_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);
const stored = async () =>
  (await rows<{ id: string }>('select id from events where merchant_id = $1', [scope().merchantId])).map(
    ({ id }) => id,
  );

test('what is older than the retention goes with its deliveries, and the count with it; the rest stays', async () => {
  const { id: endpointId } = await createEndpoint();
  const [old, young] = [await publish(), await publish()];
  await attempted(endpointId, 2);
  await age(old.id, 7.1);
  await age(young.id, 6.9);
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

test('an event that is still on its way somewhere stays until that is over', async () => {
  const { id: endpointId } = await createEndpoint();
  sender.answer = () => failedWith(500);
  const { id } = await publish();
  await attempted(endpointId, 1);
  await age(id, 31);
  await prune(30);
  expect(await stored()).toEqual([id]);
  await rows(`update deliveries set state = 'failed' where event_id = $1`, [id]);
  await prune(30);
  expect(await stored()).toEqual([]);
});

test('MIZAN_EVENT_RETENTION_DAYS says how long, 30 days unless it does, at least one', () => {
  const { MIZAN_EVENT_RETENTION_DAYS: days } = webhooksEnv;
  expect([days.parse(undefined), days.parse('7')]).toEqual([30, 7]);
  for (const wrong of ['0', '1.5', 'soon']) expect(days.safeParse(wrong).success).toBe(false);
});
