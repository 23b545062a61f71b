import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  events,
  eventTypes,
  publicEventTypes,
  type Event,
  type EventTrigger,
  type PublicEventType,
} from '@mizan/contracts';
import { eventually, startWebhookSink, type AnyBody, type WebhookSink } from '@mizan/testing';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let shop: Storefront;
let sink: WebhookSink;
beforeAll(async () => {
  sink = await startWebhookSink();
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off', MIZAN_OPERATOR_TOKEN: operatorToken }));
  await shop.expect(201, 'POST', '/webhook-endpoints', { url: sink.url, enabledEvents: ['*'] });
});
afterAll(async () => {
  await shop.world.stop();
  await sink.close();
});

const trigger = (type: string, overrides?: object) =>
  shop.world.api<EventTrigger & AnyBody>('POST', '/test-helpers/events/trigger', { type, overrides });

/** Where an object is read, by the beginning of its id. */
const paths: Readonly<Record<string, string>> = {
  prod: '/products/',
  price: '/prices/',
  cus: '/customers/',
  cs: '/checkout/sessions/',
  plink: '/payment-links/',
  pi: '/payment-intents/',
  ch: '/charges/',
  re: '/refunds/',
  coupon: '/coupons/',
  promo: '/promotion-codes/',
  pmc: '/payment-method-configurations/',
  we: '/webhook-endpoints/',
  key: '/api-keys/',
};

/** What GET says of the object now; undefined when it can no longer, or not at all, be read by its id. */
async function readObject(type: PublicEventType, objectId: string): Promise<unknown> {
  if (type === 'balance.available') return shop.expect(200, 'GET', '/balance');
  const path = paths[objectId.split('_')[0] ?? ''];
  if (path === undefined || type.endsWith('.deleted')) return undefined;
  return shop.expect(200, 'GET', `${path}${objectId}`);
}

const newestOf = async (objectId: string): Promise<Event | undefined> =>
  (await shop.expect<{ data: Event[] }>(200, 'GET', `/events?objectId=${objectId}&limit=1`)).data[0];

/** Sent when asked for, and stored nowhere. */
const isStored = (type: PublicEventType) => type !== 'webhook_endpoint.test';
const stored = publicEventTypes.filter(isStored);

describe('every type of event that webhooks receive is made to happen by a real flow', () => {
  test.each(stored)('%s', async (type) => {
    const { status, body } = await trigger(type);
    expect([status, body.error]).toEqual([200, undefined]);
    const { objectId, event } = body;
    expect(event).toMatchObject({ type, objectId, livemode: false });
    expect(events[type].object.safeParse(event?.data.object).error).toBeUndefined();
    // The same bytes went to whoever listens.
    await eventually(() => {
      const received = sink.deliveries.find(({ headers }) => headers['webhook-id'] === event?.id);
      expect({ ...JSON.parse(received?.raw ?? '{}'), pendingWebhooks: 0 }).toEqual({ ...event, pendingWebhooks: 0 });
    });
    // And what GET answers is what the newest event of the object says, which mostly is this one.
    await eventually(async () => {
      const newest = await newestOf(objectId);
      const read = await readObject(type, objectId);
      if (read !== undefined) expect(newest?.data.object).toEqual(read);
    });
  });

  test('webhook_endpoint.test goes at once to the endpoints that are enabled', async () => {
    const { body } = await trigger('webhook_endpoint.test');
    expect(body).toMatchObject({ type: 'webhook_endpoint.test', event: null });
    await eventually(() => expect(sink.deliveries.map(({ event }) => event.type)).toContain('webhook_endpoint.test'));
  });
});

test('no two of them share an object and its version', async () => {
  const seen: string[] = [];
  for (let path: string | null = '/events?limit=100'; path;) {
    const page: { data: Event[]; nextCursor: string | null } = await shop.expect(200, 'GET', path);
    seen.push(...page.data.map(({ objectId, objectVersion }) => `${objectId} ${objectVersion}`));
    path = page.nextCursor && `/events?limit=100&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  expect(seen.length).toBeGreaterThan(stored.length);
  expect(seen.filter((each, index) => seen.indexOf(each) !== index)).toEqual([]);
});

test('what the services tell each other alone is published, too, and reaches no webhook', async () => {
  const { world } = shop;
  const key = (await trigger('api_key.created')).body.objectId;
  await shop.expect(200, 'PATCH', `/api-keys/${key}`, { name: 'Renamed' });
  const asOperator = { key: operatorToken };
  const made = await world.api<{ id: string }>(
    'POST',
    '/operator/accounts',
    { displayName: 'Another', country: 'EG', defaultCurrency: 'EGP' },
    asOperator,
  );
  await world.api('PATCH', `/operator/accounts/${made.body.id}`, { displayName: 'Renamed' }, asOperator);
  await shop.openSession((await shop.stock(9_000)).price);
  const published = (['gateway', 'checkout'] as const).map((service) =>
    world.db(service).query<{ type: string; payload: string }>('select type, payload from outbox'),
  );
  const rows = (await Promise.all(published)).flatMap((each) => each.rows);
  const internal = eventTypes.filter((type) => events[type].audience === 'internal');
  for (const type of internal) {
    const payload = rows.find((row) => row.type === type)?.payload ?? '{"data":{}}';
    const { object } = (JSON.parse(payload) as { data: { object?: unknown } }).data;
    expect([type, events[type].object.safeParse(object).error]).toEqual([type, undefined]);
  }
  expect(sink.deliveries.filter(({ event }) => (internal as string[]).includes(event.type))).toEqual([]);
});

describe('a trigger', () => {
  test('takes fields for the object', async () => {
    const { body } = await trigger('payment_intent.succeeded', { amount: 7_700, metadata: { order: '7' } });
    expect(body.event?.data.object).toMatchObject({ amount: 7_700, metadata: { order: '7' } });
  });

  test('says which of them cannot be', async () => {
    const { status, body } = await trigger('price.created', { unitAmount: -5 });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', 'unitAmount']);
  });

  test('repeated with its key creates nothing again', async () => {
    const body = { type: 'product.created' };
    const send = () =>
      shop.world.api<EventTrigger>('POST', '/test-helpers/events/trigger', body, { idempotencyKey: 'the same' });
    expect((await send()).body.objectId).toBe((await send()).body.objectId);
  });

  test.each([['payment_intent.exploded'], ['account.created'], ['*'], [undefined]])('400 for %p', async (type) => {
    const answer = await shop.world.api('POST', '/test-helpers/events/trigger', { type });
    expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([
      400,
      'parameter_invalid',
      'type',
    ]);
  });

  test('is nothing that live mode knows', async () => {
    const key = shop.world.accounts.keys.liveSecret;
    const answer = await shop.world.api('POST', '/test-helpers/events/trigger', { type: 'product.created' }, { key });
    expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([
      404,
      'resource_missing',
      'path',
    ]);
  });
});
