import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Refund, WebhookEndpoint } from '@mizan/contracts';
import { asInEvents, eventually, startWebhookSink, type WebhookSink } from '@mizan/testing';
import { Webhook } from 'standardwebhooks';
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

test('a card payment completes the session, takes one piece of stock, counts as spend and reaches a verified webhook', async () => {
  const endpoint = await shop.expect<WebhookEndpoint & { secret: string }>(201, 'POST', '/webhook-endpoints', {
    url: `${sink.url}/hooks`,
    enabledEvents: ['*'],
  });
  const { price, session, intentId } = await shop.buy(12_500, 5);

  const paid = await eventually(async () => {
    const read = await shop.session(session.id);
    expect(read).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      paymentIntentId: intentId,
      isExpired: false,
    });
    return read;
  });
  expect(paid.paymentIntent).toMatchObject({ status: 'SUCCEEDED', amount: 12_500, amountReceived: 12_500 });
  expect(paid.paymentIntent).not.toHaveProperty('checkoutSessionId');
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(4));
  await eventually(async () =>
    expect((await shop.customer(paid.customerId ?? '')).spendData).toMatchObject({
      grossSpend: 12_500,
      numPayments: 1,
      netSpend: 12_500,
    }),
  );

  const delivery = await eventually(() => {
    const found = sink.deliveries.find(({ event }) => event.type === 'payment_intent.succeeded');
    expect(found?.path).toBe('/hooks');
    return found as NonNullable<typeof found>;
  });
  const verified = new Webhook(endpoint.secret).verify(delivery.raw, delivery.headers as Record<string, string>);
  expect(verified).toMatchObject({
    type: 'payment_intent.succeeded',
    objectId: intentId,
    data: { object: asInEvents(await shop.intent(intentId)) },
  });
  expect(await shop.ledgerSums()).toEqual([0]);
});

test('a partial refund moves the money once and shows on the charge, the intent, the customer and the balance', async () => {
  const { session, intentId } = await shop.buy(10_000);
  const refund = await shop.expect<Refund>(201, 'POST', '/refunds', { paymentIntentId: intentId, amount: 4_000 });
  expect(refund).toMatchObject({ status: 'SUCCEEDED', amount: 4_000, paymentIntentId: intentId });
  await eventually(async () =>
    expect(await shop.intent(intentId)).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      amountRefunded: 4_000,
      latestCharge: { amountRefunded: 4_000, refunded: false },
    }),
  );
  const { customerId } = await shop.session(session.id);
  await eventually(async () =>
    expect((await shop.customer(customerId ?? '')).spendData).toMatchObject({
      grossSpend: 10_000,
      amountRefunded: 4_000,
      netSpend: 6_000,
    }),
  );
  expect(await shop.ledgerSums()).toEqual([0]);
});

test('a decline leaves the session open for another try, gives the stock back, and only the second charge moves funds', async () => {
  const { price } = await shop.stock(9_900, 1);
  const session = await shop.openSession(price);
  const declined = await shop.confirm(session, cards.declined);
  expect(declined).toMatchObject({
    status: 200,
    body: { checkoutSession: { status: 'open' }, paymentIntent: { status: 'REQUIRES_PAYMENT_METHOD' } },
  });
  const paid = await shop.confirm(session, cards.good);
  expect(paid).toMatchObject({ status: 200, body: { paymentIntent: { status: 'SUCCEEDED' } } });
  const intent = await shop.intent(paid.body.paymentIntent?.id ?? '');
  expect(intent.charges.map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(0));
  const late = await shop.world.api('POST', '/checkout/sessions', { lineItems: [{ price: price.id }] });
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'price_sold_out' } } });
});

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
