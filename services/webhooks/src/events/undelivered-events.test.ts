import { expect, test } from '@jest/globals';
import type { Event } from '@mizan/contracts';
import { daysJob, newId } from '@mizan/service-kit';
import { eventually, type AnyBody } from '@mizan/testing';
import { useDispatcher } from '../dispatch/dispatcher.test-support.ts';
import { failedWith } from '../webhooks.test-support.ts';
import { eventDays } from './prune-events.ts';
import { pruneUndeliveredEvents } from './prune-undelivered-events.ts';

const { sender, rows, scope, api, createEndpoint, publish, attempted, jobContext } = useDispatcher();

const undelivered = async () =>
  (await api<AnyBody & { data: Event[] }>('GET', '/events?deliverySuccess=false')).body.data.map(({ id }) => id);
const noted = async () =>
  (
    await rows<{ event_id: string }>('select event_id from undelivered_events where merchant_id = $1', [
      scope().merchantId,
    ])
  ).map(({ event_id: id }) => id);

test('an event that a deleted endpoint did not receive is undelivered; only what has no attempt left is noted', async () => {
  sender.answer = () => failedWith(500);
  const { id: endpointId } = await createEndpoint();
  const { id } = await publish();
  await attempted(endpointId, 1);
  expect([await undelivered(), await noted()]).toEqual([[id], []]); // its retry is queued
  await api('DELETE', `/webhook-endpoints/${endpointId}`);
  await eventually(async () => expect([await undelivered(), await noted()]).toEqual([[id], [id]]));
});

test('of an event that was deleted with its day, no note remains; of others it does', async () => {
  sender.answer = () => failedWith(500);
  const { id: endpointId } = await createEndpoint();
  const old = await publish({ id: newId('evt', Date.now() - 41 * 86_400_000) });
  const young = await publish();
  await attempted(endpointId, 2);
  await api('DELETE', `/webhook-endpoints/${endpointId}`);
  await eventually(async () => expect((await noted()).sort()).toEqual([old.id, young.id]));
  const prune = pruneUndeliveredEvents({ retentionDays: 30 });
  await prune.run(jobContext());
  expect((await noted()).sort()).toEqual([old.id, young.id]); // its event is still there
  await daysJob(eventDays(30)).run(jobContext());
  await prune.run(jobContext());
  expect(await noted()).toEqual([young.id]);
});
