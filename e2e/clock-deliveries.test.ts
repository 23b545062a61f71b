import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { TestClockAdvance, WebhookDelivery, WebhookEndpointWithSecret } from '@mizan/contracts';
import { startWebhookSink, type WebhookSink, scaleTimeout } from '@mizan/testing';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let sink: WebhookSink;
let endpoint: WebhookEndpointWithSecret;

beforeAll(async () => {
  sink = await startWebhookSink();
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
  endpoint = await shop.expect<WebhookEndpointWithSecret>(201, 'POST', '/webhook-endpoints', {
    url: sink.url,
    enabledEvents: ['product.created', 'checkout.session.expired'],
  });
});
beforeEach(() => sink.answer({ status: 200 }));
afterAll(async () => {
  await shop.world.stop();
  await sink.close();
});

const advance = (body: object) => shop.expect<TestClockAdvance>(200, 'POST', '/test-helpers/clock', body);
const received = (objectId: string) => sink.deliveries.filter(({ event }) => event['objectId'] === objectId);
const attemptsOf = async (objectId: string) => {
  const [first] = received(objectId);
  const { data } = await shop.expect<{ data: WebhookDelivery[] }>(
    200,
    'GET',
    `/webhook-endpoints/${endpoint.id}/deliveries`,
  );
  return data.filter(({ eventId }) => eventId === first?.event['id']).sort((a, b) => a.attempt - b.attempt);
};

test('advancing two hours makes every attempt of the published schedule, and no further one follows', async () => {
  sink.answer({ status: 500 });
  const { id } = await shop.expect<{ id: string }>(201, 'POST', '/products', { name: 'Coffee' });
  expect(await advance({ advance: '2h' })).toMatchObject({ idle: true });
  expect(received(id).map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3', '4', '5']);
  expect(new Set(received(id).map(({ raw }) => raw)).size).toBe(1);
  const due = (await attemptsOf(id)).map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? ''));
  const waits = due.slice(0, 4).map((at, index) => (at - (due[index - 1] ?? at)) / 1_000);
  for (const [index, seconds] of [30, 300, 1_800].entries())
    expect(Math.abs((waits[index + 1] ?? 0) - seconds)).toBeLessThanOrEqual(seconds * 0.1 + 2);
  await advance({ advance: '24h' });
  expect(received(id)).toHaveLength(5);
});

test('what an advance makes happen has been delivered when it answers', async () => {
  const { price } = await shop.stock(1_000);
  const session = await shop.openSession(price);
  expect(await advance({ advance: '24h' })).toMatchObject({ idle: true });
  expect(received(session.id).map(({ event }) => event.type)).toEqual(['checkout.session.expired']);
});

test('deliveries and sessions take their turn in the order in which they are due', async () => {
  const order: string[] = [];
  sink.answer(({ event }) => {
    order.push(event.type);
    return { status: event.type === 'product.created' ? 500 : 200 };
  });
  const { price } = await shop.stock(1_000);
  await shop.openSession(price, { expiresAfterMinutes: 10 });
  await advance({ advance: '2h' });
  // At 0, 5 s, 35 s and 5.5 minutes; then the session at 10, and the last attempt half an hour after the one before it.
  expect(order).toEqual([...Array<string>(4).fill('product.created'), 'checkout.session.expired', 'product.created']);
});

test('an endpoint that fails all the way through its breaker is still drained to the end', async () => {
  sink.answer({ status: 500 });
  for (let i = 0; i < 4; i += 1) await shop.expect(201, 'POST', '/products', { name: `Tea ${i}` });
  expect(await advance({ advance: '24h' })).toMatchObject({ idle: true });
  const { data } = await shop.expect<{ data: WebhookDelivery[] }>(
    200,
    'GET',
    `/webhook-endpoints/${endpoint.id}/deliveries?status=pending`,
  );
  expect(data).toEqual([]);
  sink.answer({ status: 200 });
  const { id } = await shop.expect<{ id: string }>(201, 'POST', '/products', { name: 'Well again' });
  await advance({ advance: '1h' });
  expect(received(id)).toHaveLength(1);
});

test('an endpoint that never answers is not waited for, and the advance says that it left something', async () => {
  const answersAfterMs = scaleTimeout(20_000);
  sink.answer({ status: 200, afterMs: answersAfterMs });
  await shop.expect(201, 'POST', '/products', { name: 'Slow' });
  const startedAt = performance.now();
  expect(await advance({ advance: 60 })).toMatchObject({ idle: false });
  expect(performance.now() - startedAt).toBeLessThan(answersAfterMs);
});
