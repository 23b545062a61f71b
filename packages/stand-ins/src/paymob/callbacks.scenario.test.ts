import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { scaleTimeout } from '@mizan/testing';
import { openShop, type Shop } from './shop.test-support.ts';

let shop: Shop;
beforeEach(async () => void (shop = await openShop({ retryDelaysMs: [1_000, 10_000] })));
afterEach(() => shop.close());

/** Pays a new order and waits until the callback has its answer. */
async function pay(reference: string): Promise<void> {
  await shop.intend('card', { special_reference: reference });
  shop.paymob.pay(reference);
  await shop.paymob.idle();
}

const references = () => shop.callbacks().map(({ obj }) => obj.order.merchant_order_id);
const statuses = () => shop.paymob.callbacks.map(({ status }) => status);

test('a callback that fails is repeated after growing waits, the same each time, and then no more', async () => {
  shop.merchant.statuses.push(500, 0, 503, 500);
  await pay('order-1');
  expect(statuses()).toEqual([500]);
  shop.clock.advance(999);
  await shop.paymob.idle();
  expect(statuses()).toEqual([500]);
  shop.clock.advance(1);
  await shop.paymob.idle();
  shop.clock.advance(10_000);
  await shop.paymob.idle();
  shop.clock.advance(10 * 60_000);
  await shop.paymob.idle();
  expect(statuses()).toEqual([500, 0, 503]);
  expect(new Set(shop.merchant.received.map(({ raw, query }) => raw + query['hmac'])).size).toBe(1);
});

test('a callback that is refused with 4xx or redirected is not repeated', async () => {
  shop.merchant.statuses.push(404, 302);
  await pay('order-1');
  await pay('order-2');
  shop.clock.advance(60_000);
  await shop.paymob.idle();
  expect(statuses()).toEqual([404, 302]);
  expect(shop.merchant.received.map(({ path }) => path)).toEqual(['/notify', '/notify']);
});

test('a merchant that answers too late counts as one that does not answer', async () => {
  await shop.close();
  shop = await openShop({ callbackTimeoutMs: scaleTimeout(100), retryDelaysMs: [1_000] });
  shop.merchant.statuses.push('silent');
  await pay('order-1');
  shop.clock.advance(1_000);
  await shop.paymob.idle();
  expect(statuses()).toEqual([0, 200]);
});

test('callbacks of one address are attempted in the order of what happened, also behind a slow one', async () => {
  await shop.close();
  shop = await openShop({ callbackTimeoutMs: scaleTimeout(100) });
  shop.merchant.statuses.push('silent');
  for (const reference of ['order-1', 'order-2', 'order-3']) {
    await shop.intend('card', { special_reference: reference });
    shop.paymob.pay(reference);
  }
  await shop.paymob.idle();
  expect(statuses()).toEqual([0, 200, 200]);
  expect(references()).toEqual(['order-1', 'order-2', 'order-3']);
});

test('dropped: it never arrives, and the payment can be inquired', async () => {
  shop.paymob.spoilCallbacks('drop');
  await pay('order-1');
  await pay('order-2');
  expect(references()).toEqual(['order-2']);
  expect(statuses()).toEqual(['dropped', 200]);
  const { body } = await shop.query('POST', '/api/ecommerce/orders/transaction_inquiry', {
    merchant_order_id: 'order-1',
  });
  expect(body.success).toBe(true);
});

test('doubled: it arrives twice', async () => {
  shop.paymob.spoilCallbacks('double');
  await pay('order-1');
  await pay('order-2');
  expect(references()).toEqual(['order-1', 'order-1', 'order-2']);
});

test('reordered: it arrives after the next one', async () => {
  shop.paymob.spoilCallbacks('reorder');
  await pay('order-1');
  expect(references()).toEqual([]);
  await pay('order-2');
  expect(references()).toEqual(['order-2', 'order-1']);
});

test('truncated: half of it arrives', async () => {
  shop.paymob.spoilCallbacks('truncate');
  await pay('order-1');
  const [received] = shop.merchant.received;
  expect(() => JSON.parse(received?.raw ?? '') as unknown).toThrow(SyntaxError);
});

test('forged: its signature has the right length and is wrong', async () => {
  shop.paymob.spoilCallbacks('forge');
  await pay('order-1');
  expect(shop.merchant.received[0]?.query['hmac']).toMatch(/^[0-9a-f]{128}$/);
  expect(shop.callbacks()).toEqual([]);
});

test('replayed: a callback of the past arrives again with its own signature', async () => {
  await pay('order-1');
  await pay('order-2');
  expect(shop.paymob.replayCallback(shop.paymob.callbacks[0]?.id ?? 0)).toBe(true);
  await shop.paymob.idle();
  expect(references()).toEqual(['order-1', 'order-2', 'order-1']);
  expect(shop.paymob.replayCallback(99)).toBe(false);
});

test('a second approval is another transaction of the same order', async () => {
  await pay('order-1');
  shop.paymob.pay('order-1');
  await shop.paymob.idle();
  const [first, second] = shop.callbacks().map(({ obj }) => obj);
  expect(second.id).not.toBe(first.id);
  expect(second).toMatchObject({ success: true, order: { id: first.order.id, paid_amount_cents: 20_000 } });
});

test('a payment can be approved after its time, and a declined one later', async () => {
  await shop.intend('card', { special_reference: 'order-1', expiration: 60 });
  const { transactionId } = shop.paymob.pay('order-1', { outcome: 'declined' });
  shop.clock.advance(3_600_000);
  shop.paymob.settle(transactionId);
  shop.paymob.pay('order-1');
  await shop.paymob.idle();
  expect(shop.callbacks().map(({ obj }) => [obj.id === transactionId, obj.success])).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ]);
});
