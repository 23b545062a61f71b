import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession, ConfirmedCheckout, HostedCheckout, PaymentLink } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { card, cards, startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform());
});
afterAll(() => shop.world.stop());

const asBuyer = { key: null };
const newLink = async (unitAmount: number, stock: number | null, more: object = {}) => {
  const { price } = await shop.stock(unitAmount, stock);
  const link = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', {
    lineItems: [{ price: price.id, adjustableQuantity: { enabled: true } }],
    ...more,
  });
  return { price, link };
};

test('a link sells until it is used up: every sale takes a piece, counts once, and balances', async () => {
  const { price, link } = await newLink(9_000, 10, { maxCompletions: 2 });
  expect((await fetch(link.url)).status).toBe(200);
  const pay = () =>
    shop.world.api<ConfirmedCheckout & { error?: { code: string } }>(
      'POST',
      `/client/checkout/${new URL(link.url).pathname.split('/').at(-1)}/confirm`,
      { paymentMethod: card(cards.good), expectedAmountTotal: 9_000 },
      asBuyer,
    );
  for (const _sale of [1, 2])
    expect(await pay()).toMatchObject({ status: 200, body: { checkoutSession: { paymentStatus: 'paid' } } });
  expect(await pay()).toMatchObject({ status: 409, body: { error: { code: 'payment_link_inactive' } } });
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(8));
  const { data } = await shop.expect<{ data: unknown[] }>(200, 'GET', `/payment-links?search=${link.id}`);
  expect(data).toMatchObject([{ id: link.id, successfulTransactions: 2 }]);
  expect(await shop.ledgerSums()).toEqual([0]);
  expect(await shop.world.api('DELETE', `/prices/${price.id}`)).toMatchObject({
    status: 409,
    body: { error: { code: 'resource_in_use' } },
  });
});

test('what the merchant changes while the buyer is at the bank is what the buyer pays in the end', async () => {
  const { price, link } = await newLink(5_000, 4);
  const { body: opened } = await shop.world.api<HostedCheckout>('PATCH', `/client/checkout/${link.id}`, {}, asBuyer);
  const session = await shop.session(opened.id ?? '');
  const waiting = await shop.confirm(session, cards.threeDSecure);
  expect(waiting.body.paymentIntent?.status).toBe('REQUIRES_ACTION');
  const changed = await shop.expect<CheckoutSession>(200, 'PATCH', `/checkout/sessions/${session.id}`, {
    lineItems: [{ id: session.lineItems[0]?.id, quantity: 4 }],
  });
  expect(changed).toMatchObject({ amountTotal: 20_000, paymentIntent: { status: 'REQUIRES_PAYMENT_METHOD' } });
  expect((await shop.confirm(changed)).body).toMatchObject({
    checkoutSession: { status: 'complete', amountTotal: 20_000 },
    paymentIntent: { status: 'SUCCEEDED', amount: 20_000 },
  });
  await eventually(async () => expect((await shop.price(price.id)).stock).toBe(0));
  expect(await shop.ledgerSums()).toEqual([0]);
});

test('the end of a link follows the clock of test mode: buyers are turned away, and it is published once', async () => {
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const { link } = await newLink(5_000, null, { expiresAt: inTwoDays });
  const view = () => shop.world.api('GET', `/client/checkout/${link.id}`, undefined, asBuyer);
  expect((await view()).status).toBe(200);
  await shop.expect(200, 'POST', '/test-helpers/clock', { advance: '3d' });
  expect(await view()).toMatchObject({ status: 409, body: { error: { code: 'payment_link_expired' } } });
  expect(await (await fetch(link.url)).text()).toContain('This payment link has expired');
  const { rows } = await shop.world
    .db('checkout')
    .query<{ type: string }>('select type from outbox where aggregate_id = $1 order by aggregate_version', [link.id]);
  expect(rows.map(({ type }) => type)).toEqual(['payment_link.created', 'payment_link.expired']);
  const { data } = await shop.expect<{ data: unknown[] }>(200, 'GET', '/payment-links?date=last:1,days');
  expect(data).toEqual([]);
});

test('what is renamed, sold out and archived is so in links and open sessions, under the amount that was offered', async () => {
  const { product, price } = await shop.stock(7_000, 9);
  const made = await shop.expect<PaymentLink>(201, 'POST', '/payment-links', { lineItems: [{ price: price.id }] });
  const session = await shop.openSession(price);
  await shop.expect(200, 'PATCH', `/products/${product.id}`, { name: 'Aleppo laurel', unitLabel: 'bar' });
  await shop.expect(200, 'PUT', `/test-helpers/prices/${price.id}/stock`, { stock: 0 });
  await eventually(async () => {
    const { data } = await shop.expect<{ data: PaymentLink[] }>(200, 'GET', '/payment-links?search=aleppo');
    expect(data).toMatchObject([
      { id: made.id, lineItems: [{ product: { name: 'Aleppo laurel', unitLabel: 'bar' }, price: { stock: 0 } }] },
    ]);
    expect((await shop.session(session.id)).lineItems).toMatchObject([
      { availability: 'sold_out', price: { stock: 0 }, amountTotal: 7_000 },
    ]);
  });
  await shop.expect(200, 'PATCH', `/products/${product.id}`, { active: false });
  await eventually(async () =>
    expect((await shop.session(session.id)).lineItems[0]).toMatchObject({ availability: 'inactive' }),
  );
});

test('a refused request leaves a price as changeable as it was; a session fixes what it costs for ever', async () => {
  const { price } = await shop.stock(7_000, 1);
  const request = (quantity: number) =>
    shop.world.api<{ error?: { code: string } }>('POST', '/checkout/sessions', {
      lineItems: [{ price: price.id, quantity }],
    });
  expect((await request(2)).body.error?.code).toBe('price_sold_out');
  await shop.expect(200, 'PATCH', `/prices/${price.id}`, { unitAmount: 8_000 });
  expect((await request(1)).status).toBe(201);
  const refused = { status: 409, body: { error: { code: 'price_immutable_while_used' } } };
  const raise = () => shop.world.api('PATCH', `/prices/${price.id}`, { unitAmount: 9_000 });
  expect(await raise()).toMatchObject(refused);
  await eventually(async () => {
    const reserved = await shop.world
      .db('catalog')
      .query('select first_referenced_at is not null as used, reserved_until from prices where id = $1', [price.id]);
    expect(reserved.rows).toEqual([{ used: true, reserved_until: null }]);
  });
  expect(await raise()).toMatchObject(refused);
});
