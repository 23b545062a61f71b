import { expect, test } from '@jest/globals';
import type { Event } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { eventually, type AnyBody } from '@mizan/testing';
import { useDispatcher } from '../dispatch/dispatcher.test-support.ts';
import { delivered, failedWith } from '../webhooks.test-support.ts';

const { sender, api, createEndpoint, publish, attempted, advance, rows } = useDispatcher();

type List = AnyBody & { data: Event[]; totalCount: number; nextCursor: string | null };
const list = async (query: string) => (await api<List>('GET', `/events?${query}`)).body;
const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);

test('deliverySuccess: an event is delivered once every endpoint it goes to has received it', async () => {
  const [good, bad] = [await createEndpoint(), await createEndpoint()];
  sender.answer = ({ endpointId }) => (endpointId === bad.id ? failedWith(500) : delivered);
  const { id } = await publish();
  await attempted(good.id, 1);
  await attempted(bad.id, 1);
  expect([await idsOf('deliverySuccess=true'), await idsOf('deliverySuccess=false')]).toEqual([[], [id]]);

  sender.answer = () => delivered;
  advance(10);
  await attempted(bad.id, 2);
  expect([await idsOf('deliverySuccess=true'), await idsOf('deliverySuccess=false')]).toEqual([[id], []]);
});

test('deliverySuccess: a successful resend makes up for an abandoned delivery, and a later resend changes nothing', async () => {
  const { id: endpointId } = await createEndpoint();
  sender.answer = () => failedWith(500);
  const { id } = await publish();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await attempted(endpointId, attempt);
    advance(7_200);
  }
  expect(await idsOf('deliverySuccess=false')).toEqual([id]);
  sender.answer = () => delivered;
  await rows('update endpoint_health set failing_since = null, failures = 0 where endpoint_id = $1', [endpointId]);
  await api('POST', `/events/${id}/resend`);
  await eventually(async () => expect(await idsOf('deliverySuccess=true')).toEqual([id]));
  sender.answer = () => failedWith(500);
  await api('POST', `/events/${id}/resend`);
  await attempted(endpointId, 7);
  expect(await idsOf('deliverySuccess=true')).toEqual([id]);
});

test('an event that goes nowhere counts as delivered', async () => {
  const { id } = await publish();
  expect(await idsOf('deliverySuccess=true')).toEqual([id]);
});

test('families of two words are patterns too, and filters combine', async () => {
  const objectId = newId('cs_test');
  const object = { id: objectId, object: 'checkout.session' } as never;
  await publish({ type: 'checkout.session.created' });
  const time = new Date(); // of the day on which it is asked; the dispatcher's clock is hours ahead by now
  const mine = await publish({ type: 'checkout.session.completed', object, time });
  await publish({ type: 'payment_intent.created', object });
  expect(await idsOf(`type=checkout.session.*&objectId=${objectId}`)).toEqual([mine.id]);
  expect(await idsOf(`type=checkout.*&objectId=${objectId}&date=last:1,days`)).toEqual([mine.id]);
  expect((await list(`type=checkout.*&deliverySuccess=true`)).totalCount).toBe(2);
});

test('walked by cursor under a filter, every event appears once while more arrive', async () => {
  const published = [];
  for (let i = 0; i < 5; i += 1) published.unshift(await publish({ type: 'price.updated' }));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: List = await list(`type=price.*&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
    await publish({ type: 'price.updated' });
  } while (cursor !== null);
  expect(seen.sort()).toEqual(published.map(({ id }) => id).sort()); // those of one millisecond come in any order
});

test.each([
  ['type=nothing.*', 'parameter_invalid', 'type'],
  ['objectId=', 'parameter_invalid', 'objectId'],
  ['deliverySuccess=maybe', 'parameter_invalid', 'deliverySuccess'],
  ['date=yesterday', 'parameter_invalid', 'date'],
  ['date=last:3,days&timezone=Cairo', 'parameter_invalid', 'timezone'],
  ['cursor=!', 'parameter_invalid', 'cursor'],
  ['limit=101', 'parameter_out_of_range', 'limit'],
  ['status=failed', 'parameter_unknown', 'status'],
])('GET /events?%s is refused', async (query, code, param) => {
  expect((await list(query)).error).toMatchObject({ code, param });
});
