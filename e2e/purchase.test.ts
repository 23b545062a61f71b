import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, startWebhookSink, type WebhookSink } from '@mizan/testing';
import { purchasePaths } from './purchase-paths.test-support.ts';
import { cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let sink: WebhookSink;

beforeAll(async () => {
  sink = await startWebhookSink();
  shop = new Storefront(await startPlatform());
});
afterAll(async () => {
  await shop.world.stop();
  await sink.close();
});

purchasePaths(() => ({ shop, sink }));

test('a lost provider answer is never reported as failed and ends as one payment', async () => {
  const { price } = await shop.stock(5_000);
  const session = await shop.openSession(price);
  const unknown = await shop.confirm(session, cards.lostAnswer);
  expect(unknown).toMatchObject({ status: 200, body: { paymentIntent: { status: 'PROCESSING' } } });
  expect(await shop.confirm(session)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_still_confirming' } },
  });
  await shop.world.db('payments').query(`update charges set next_sync_at = now() where status = 'PENDING'`);
  await eventually(async () =>
    expect(await shop.session(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' }),
  );
});

test('100 identical requests with one Idempotency-Key make one product', async () => {
  const send = () => shop.world.api('POST', '/products', { name: 'Only one' }, { idempotencyKey: 'one-product' });
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => JSON.stringify(body)));
  expect(made.size).toBe(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201))
    expect({ status, code: body.error?.code }).toEqual({ status: 409, code: 'idempotency_key_in_use' });
  expect(await shop.expect<{ totalCount: number }>(200, 'GET', '/products?search=Only%20one')).toMatchObject({
    totalCount: 1,
  });
});

test('a key that one service knows is refused by every other; one that no service stored is free for them', async () => {
  const send = (path: string, body: object, idempotencyKey: string) =>
    shop.world.api<{ error?: { code: string } }>('POST', path, body, { idempotencyKey });
  const outcome = async (...request: Parameters<typeof send>) => {
    const { status, body } = await send(...request);
    return body.error ? `${status} ${body.error.code}` : status;
  };
  const [product, customer] = [{ name: 'Keyed' }, { email: 'keyed@example.com' }];
  expect(await outcome('/products', product, 'across')).toBe(201);
  const reused = '400 idempotency_key_in_use';
  expect(await outcome('/customers', customer, 'across')).toBe(reused);
  expect(await outcome('/api-keys', { name: 'Keyed', type: 'SECRET' }, 'across')).toBe(reused);
  expect(await send('/products', product, 'across')).toMatchObject({ status: 201 });
  expect(await outcome('/api-keys', { name: 'Keyed', type: 'SECRET' }, 'own')).toBe(201);
  expect(await outcome('/customers', customer, 'own')).toBe(reused);

  expect(await outcome('/products/prod_nobodys', product, 'malformed')).toBe('405 invalid_request');
  expect(await outcome('/products', { colour: 'red' }, 'malformed')).toBe('400 parameter_invalid');
  expect(await outcome('/customers', customer, 'malformed')).toBe(201);
  expect(await outcome('/products', product, 'malformed')).toBe(reused);

  expect(await outcome('/prices?productId=prod_nobodys', { unitAmount: 5, currency: 'EGP' }, 'refused')).toBe(
    '404 resource_missing',
  );
  expect(await outcome('/customers', { email: 'other@example.com' }, 'refused')).toBe(reused); // a refusal by the rules is kept
});

test('20 parallel refunds of 60 % grant exactly one', async () => {
  const { intentId } = await shop.buy(10_000);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shop.world.api('POST', '/refunds', { paymentIntentId: intentId, amount: 6_000 })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201))
    expect({ status, code: body.error?.code }).toEqual({ status: 400, code: 'amount_invalid' });
});

test('40 buyers of the last piece: one pays, the others see that it is sold out, and stock ends at zero', async () => {
  const { price } = await shop.stock(1_000, 1);
  const sessions = await Promise.all(Array.from({ length: 40 }, () => shop.openSession(price)));
  const answers = await Promise.all(sessions.map((session) => shop.confirm(session)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect({ status, body }).toMatchObject({ status: 409, body: { error: { code: 'price_sold_out' } } });
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(0));
});

test('the logo that a merchant sets is shown by the checkouts opened afterwards', async () => {
  const logo = 'https://shop.example/logo.png';
  await shop.expect(200, 'PATCH', '/account/settings', { logo });
  const { price } = await shop.stock(5_000);
  await eventually(async () => {
    const { merchantLogo, url } = await shop.openSession(price);
    expect(merchantLogo).toBe(logo);
    expect(await fetch(url ?? '').then((page) => page.text())).toContain(logo);
  });
});
