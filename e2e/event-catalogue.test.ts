import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  events,
  eventTypes,
  maxEventBytes,
  maxObjectBytes,
  publicEventTypes,
  serviceNames,
  type Event,
  type EventTrigger,
  type Price,
  type Product,
  type ProductStats,
  type PublicEventType,
  type Refund,
} from '@mizan/contracts';
import { asInEvents, eventually, startWebhookSink, type AnyBody, type WebhookSink } from '@mizan/testing';
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
  dp: '/disputes/',
  po: '/payouts/',
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

const unnumbered = (object: unknown): unknown =>
  JSON.parse(JSON.stringify(object, (name, value: unknown) => (name === 'receiptNumber' ? undefined : value)));

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
    // Every subscriber received the same bytes.
    await eventually(() => {
      const received = sink.deliveries.find(({ headers }) => headers['webhook-id'] === event?.id);
      expect({ ...JSON.parse(received?.raw ?? '{}'), pendingWebhooks: 0 }).toEqual({ ...event, pendingWebhooks: 0 });
    });
    // And what GET answers is what the newest event of the object says, which mostly is this one. Receipt numbers come later,
    // without an event of their own.
    await eventually(async () => {
      const newest = await newestOf(objectId);
      const read = await readObject(type, objectId);
      if (read !== undefined) expect(unnumbered(newest?.data.object)).toEqual(unnumbered(asInEvents(read)));
    });
  });

  test('overrides that leave nothing to pay are refused where the event needs a payment', async () => {
    const { id: coupon } = await shop.expect<{ id: string }>(201, 'POST', '/coupons', {
      name: 'Free',
      percentOff: 100,
      duration: 'once',
    });
    const { status, body } = await trigger('checkout.session.async_payment_succeeded', { discounts: [{ coupon }] });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'parameter_invalid', 'overrides']);
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

const pageOf = (query: string) => shop.expect<{ data: Event[]; totalCount: number }>(200, 'GET', `/events${query}`);
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const fatText = '\u0001'.repeat(5_000); // 30 KB as JSON

test('a small change of a product with 30 prices of 30 KB is an event of 64 KiB that says so, for webhooks and in lists', async () => {
  const product = await shop.expect<Product>(201, 'POST', '/products', { name: 'Tea' });
  const price = { currency: 'EGP', unitAmount: 100, description: fatText };
  const prices = Array.from({ length: 30 }, () =>
    shop.expect<Price>(201, 'POST', `/prices?productId=${product.id}`, price),
  );
  await Promise.all(prices);
  const changed = await shop.expect<Product>(200, 'PATCH', `/products/${product.id}`, { name: 'Green tea' });
  expect(changed.prices).toHaveLength(30); // what is read by its id is whole
  const shown = { ...changed, prices: changed.prices.slice(0, 2), truncated: ['prices'] };
  const delivery = await eventually(() => {
    const found = sink.deliveries.find(({ raw }) => raw.includes('"previousAttributes":{"name":"Tea"}'));
    expect(JSON.parse(found?.raw ?? '{}')).toMatchObject({ data: { object: shown } });
    return found;
  });
  expect(Buffer.byteLength(delivery?.raw ?? '')).toBeLessThan(maxEventBytes);
  const { data } = await pageOf(`?objectId=${product.id}&limit=1`);
  expect(data[0]?.data.object).toEqual(shown);
  expect(sizeOf(data[0]?.data.object)).toBeLessThanOrEqual(maxObjectBytes);
});

test('the sale of a checkout whose events cannot hold its line items is recorded with all of them', async () => {
  const { product, price } = await shop.stock(1_000, 500);
  await shop.expect(200, 'PATCH', `/prices/${price.id}`, { description: fatText });
  const lineItems = Array.from({ length: 100 }, () => ({ price: price.id, quantity: 2 }));
  const session = await shop.openSession(price, { lineItems });
  expect((await shop.confirm(session)).status).toBe(200);
  await eventually(async () => {
    const { data } = await pageOf(`?objectId=${session.id}&type=checkout.session.completed`);
    expect(data[0]?.data.object['truncated']).toEqual(['lineItems']);
    expect(data[0]?.data.object['lineItems']).toHaveLength(1);
  });
  expect((await shop.session(session.id)).lineItems).toHaveLength(100);
  await eventually(async () => {
    const stats = await shop.expect<ProductStats>(200, 'GET', `/products/${product.id}/stats`);
    expect(stats).toMatchObject({ unitsSold: 200, grossSales: 200_000, numOrders: 1 });
  });
});

test('what authorizes a buyer is in no event, webhook or delivery, and is not stored', async () => {
  const { world } = shop;
  await shop.settled();
  const session = (await shop.buy(4_200)).session;
  await eventually(async () => expect((await shop.session(session.id)).status).toBe('complete'));
  const read = await shop.session(session.id);
  const intent = await shop.intent(read.paymentIntentId ?? '');
  expect(read.paymentIntent?.clientSecret).toBe(intent.clientSecret);
  expect(intent.clientSecret).toMatch(/_secret_/);
  await shop.settled();
  await eventually(async () => {
    const { data } = await pageOf(`?objectId=${session.id}&type=checkout.session.completed`);
    expect(data).toHaveLength(1);
  });

  const tables = [
    ...serviceNames.map((service) => [service, 'outbox'] as const),
    ['webhooks', 'events'] as const,
    ['webhooks', 'deliveries'] as const,
    ['checkout', 'checkout_sessions'] as const,
  ];
  for (const [service, name] of tables) {
    const { rows } = await world
      .db(service)
      .query<{ found: string }>(
        `select substring(t::text from '.{40}_secret_') as found from ${name} t where t::text like '%\\_secret\\_1%'`,
      );
    expect([service, name, rows.slice(0, 3)]).toEqual([service, name, []]);
  }
  expect(sink.deliveries.filter(({ raw }) => raw.includes('_secret_1'))).toEqual([]);
  const endpoints = await shop.expect<{ data: { id: string }[] }>(200, 'GET', '/webhook-endpoints');
  for (const path of [
    '/events?limit=100',
    ...endpoints.data.map(({ id }) => `/webhook-endpoints/${id}/deliveries?limit=100`),
  ])
    expect(JSON.stringify(await shop.expect(200, 'GET', path))).not.toContain('_secret_1');
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
  const routes = `/operator/accounts/${made.body.id}/provider-routes`;
  expect((await world.api('PUT', routes, { routes: [] }, asOperator)).status).toBe(200);
  await shop.openSession((await shop.stock(9_000)).price);
  const refund = (await trigger('refund.requires_action')).body.objectId;
  await eventually(async () => {
    const { nextAction } = await shop.expect<Refund>(200, 'GET', `/refunds/${refund}`);
    expect(nextAction?.displayDetails.emailSentAt).toEqual(expect.any(String));
  });
  const published = (['gateway', 'checkout', 'payments', 'webhooks'] as const).map((service) =>
    world.db(service).query<{ type: string; payload: string }>('select type, payload from outbox'),
  );
  const rows = (await Promise.all(published)).flatMap((each) => each.rows);
  const internal = eventTypes.filter((type) => events[type].audience === 'internal');
  for (const type of internal) {
    const payload = rows.find((row) => row.type === type)?.payload;
    if (payload === undefined) throw new Error(`${type} was never published`);
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

  test('of a dispute says at once that its payment did not succeed', async () => {
    const expected = { match: { operation: 'authorize' }, fault: { timeout: true }, times: 1 };
    await shop.expect(200, 'POST', '/test-helpers/expectations', expected);
    const { status, body } = await trigger('dispute.created');
    expect([status, body.error?.code]).toEqual([409, 'resource_invalid_state']);
    expect(body.error?.message).toMatch(/^No dispute can be opened: payment intent 'pi_.* has the status PROCESSING\./);
    expect((await trigger('dispute.created')).status).toBe(200);
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
