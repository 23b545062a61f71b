import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());

const monthly = { type: 'RECURRING', recurring: { interval: 'MONTH', intervalCount: 1 } } as const;
const lineOf = (price: Parameters<CheckoutWorld['siblings']['addPrice']>[0] = {}) => ({
  price: world.siblings.addPrice(price).price.id,
});
const create = (body: object) =>
  world.merchantClient('checkout')<CheckoutSession>('POST', '/checkout/sessions', { mode: 'subscription', ...body });
const change = (id: string, body: object) =>
  world.merchantClient('checkout')<CheckoutSession & { error?: { code: string; param?: string } }>(
    'PATCH',
    `/checkout/sessions/${id}`,
    body,
  );

test('a subscription sells recurring prices, beside them one-time ones, and its button shows it', async () => {
  const { status, body } = await create({ lineItems: [lineOf({ ...monthly, unitAmount: 9_000 }), lineOf()] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ mode: 'subscription', submitType: 'SUBSCRIBE', amountTotal: 21_500 });
  expect(body.lineItems.map(({ price }) => price.recurring)).toEqual([monthly.recurring, null]);
  expect((await create({ lineItems: [lineOf(monthly)], submitType: 'DONATE' })).body.submitType).toBe('DONATE');
});

test('its lines may change as long as one of them recurs', async () => {
  const { body } = await create({ lineItems: [lineOf(monthly)] });
  const [line] = body.lineItems;
  const yearly = { ...monthly, recurring: { interval: 'YEAR', intervalCount: 1 } } as const;
  const changed = await change(body.id, { lineItems: [{ id: line?.id }, lineOf(), lineOf(yearly)] });
  expect([changed.status, changed.body.lineItems.length]).toEqual([200, 3]);
  const refused = await change(body.id, { lineItems: [lineOf()] });
  expect([refused.status, refused.body.error?.code, refused.body.error?.param]).toEqual([
    400,
    'price_recurring_not_supported',
    'lineItems',
  ]);
});

test('a payment accepts no recurring price by a change either', async () => {
  const { body } = await create({ mode: 'payment', lineItems: [lineOf()] });
  const refused = await change(body.id, { lineItems: [lineOf(), lineOf(monthly)] });
  expect([refused.status, refused.body.error?.code, refused.body.error?.param]).toEqual([
    400,
    'price_recurring_not_supported',
    'lineItems[1].price',
  ]);
});
