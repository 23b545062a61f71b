import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Event, WebhookDelivery } from '@mizan/contracts';
import { newId, own, type BusEvent, type Scope } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { follow } from '../stream/follow.test-support.ts';
import { busEvent, ScriptedSender, startTestService, type TestService } from '../webhooks.test-support.ts';
import { fanOut } from './on-public-event.ts';

let service: TestService;
let scope: Scope;
const sender = new ScriptedSender();
beforeAll(async () => {
  service = await startTestService(sender, { env: { MIZAN_COMPRESS_EVENTS: 'on' } });
});
beforeEach(() => {
  scope = { merchantId: newId('acct'), livemode: false };
});
afterAll(() => service.world.stop());

const api = <Body>(method: 'GET' | 'POST', path: string, body?: object) =>
  service.world.merchantClient('webhooks', scope)<Body>(method, path, body);
const sentBody = (event: BusEvent, attempt = 0) =>
  eventually(() => {
    const found = sender.attempts.filter(({ eventId }) => eventId === event.id)[attempt];
    if (!found) throw new Error('not sent yet');
    return Buffer.from(found.body).toString();
  });
const stored = async ({ id }: BusEvent) => {
  const { rows } = await service.world
    .db('webhooks')
    .query<{ body: string | null; packed: Buffer | null }>('select body, packed from events where id = $1', [id]);
  return rows[0];
};
/** As a replica stores it whose setting is off, or one of the version before. */
async function publishPlain(): Promise<BusEvent> {
  const event = busEvent(service.now(), { scope });
  const options = { compresses: false, deliveriesCreated: () => service.advance(0), eventsStored: () => undefined };
  await service.deps.db.transact(scope, (tx) => fanOut(tx, options, [event]));
  return event;
}

test('a compressed event is sent with the text that it would have otherwise', async () => {
  await service.createEndpoint({}, scope);
  await service.createEndpoint({ enabledEvents: ['product.*'] }, scope);
  const plain = await publishPlain();
  const compressed = await service.publish({ scope });
  const expected = (await sentBody(plain))
    .replaceAll(plain.id, compressed.id)
    .replaceAll(plain.time.toISOString(), compressed.time.toISOString())
    .replaceAll((plain.object as { id: string }).id, (compressed.object as { id: string }).id)
    .replace('"sequence":1,', '"sequence":2,');
  expect(await sentBody(compressed)).toBe(expected);
  expect(expected).toContain('"pendingWebhooks":2}');
  expect(await stored(plain)).toEqual({ body: await sentBody(plain), packed: null });
  const { body, packed } = (await stored(compressed)) ?? {};
  expect([body, (packed?.length ?? Infinity) < expected.length]).toEqual([null, true]);
});

test('it is read by its id, in lists, in a stream, in deliveries and when it is sent again, beside others', async () => {
  const endpoint = await service.createEndpoint({}, scope);
  const follower = await follow(service.world, scope);
  await eventually(() => expect(follower.lastId()).toBeDefined());
  const events = [await publishPlain(), await service.publish({ scope })];
  const bodies: string[] = [];
  for (const event of events) bodies.push(await sentBody(event));
  await eventually(() => expect(follower.events.map(({ data }) => data)).toEqual(bodies));
  follower.leave();

  const shown = bodies.map((body) => ({ ...(JSON.parse(body) as Event), pendingWebhooks: 0 }));
  for (const [i, { id }] of events.entries())
    await eventually(async () => expect((await api('GET', `/events/${id}`)).body).toEqual(shown[i]));
  const listed = (await api<{ data: Event[] }>('GET', '/events')).body.data;
  expect(listed).toEqual(shown.toReversed());

  const deliveries = await api<{ data: WebhookDelivery[] }>('GET', `/webhook-endpoints/${endpoint.id}/deliveries`);
  expect(deliveries.body.data.map(({ request }) => request.body)).toEqual(bodies.toReversed());
  const [, compressed] = events as [BusEvent, BusEvent];
  const resent = await api<{ deliveries: WebhookDelivery[] }>('POST', `/events/${compressed.id}/resend`, {});
  expect(resent.body.deliveries.map(({ request }) => request.body)).toEqual([bodies[1]]);
  expect(await sentBody(compressed, 1)).toBe(bodies[1]);
});

test('one that cannot be read keeps no other from being sent', async () => {
  await service.createEndpoint({}, scope);
  const [unreadable, next] = [1, 2].map((objectVersion) => busEvent(service.now(), { scope, objectVersion })) as [
    BusEvent,
    BusEvent,
  ];
  const options = { compresses: true, deliveriesCreated: () => service.advance(0), eventsStored: () => undefined };
  await service.deps.db.transact(scope, async (tx) => {
    await fanOut(tx, options, [unreadable, next]);
    await tx.sql`update events set packed = ${Buffer.of(2)} where ${own(tx)} and id = ${unreadable.id}`;
  });
  expect(JSON.parse(await sentBody(next))).toMatchObject({ id: next.id });
  expect(sender.attempts.filter(({ eventId }) => eventId === unreadable.id)).toEqual([]);
});
