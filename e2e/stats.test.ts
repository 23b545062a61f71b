import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CustomerStats, ProductStats, Refund } from '@mizan/contracts';
import { eventually } from '@mizan/testing';
import { startPlatform, Storefront, type Stocked } from './storefront.test-support.ts';

let shop: Storefront;
beforeAll(async () => {
  shop = new Storefront(await startPlatform({ MIZAN_RATE_LIMIT: 'off' }));
});
afterAll(() => shop.world.stop());

const productStats = (id: string, query = '') => shop.expect<ProductStats>(200, 'GET', `/products/${id}/stats${query}`);
const today = new Date().toISOString().slice(0, 10);

/** Buys so many pieces; answers the intent and the customer. */
async function buy(
  { price }: Stocked,
  quantity: number,
  email: string,
): Promise<{ intentId: string; customerId: string }> {
  const session = await shop.openSession(price, {
    lineItems: [{ price: price.id, quantity }],
    customerDetails: { email },
  });
  const { body } = await shop.confirm(session);
  const { customerId } = await shop.session(session.id);
  return { intentId: body.paymentIntent?.id ?? '', customerId: customerId ?? '' };
}

test('what a product sold and a customer bought follows purchases and refunds, to the unit', async () => {
  const stocked = await shop.stock(1_050);
  const [first] = [await buy(stocked, 3, 'amal@example.com'), await buy(stocked, 1, 'basma@example.com')];
  const refund = await shop.expect<Refund>(201, 'POST', '/refunds', { paymentIntentId: first.intentId, amount: 1_000 });
  expect(refund.status).toBe('SUCCEEDED');
  const sums = { unitsSold: 4, grossSales: 4_200, discounts: 0, amountRefunded: 1_000, netSales: 3_200, numOrders: 2 };
  await eventually(async () => {
    const stats = await productStats(stocked.product.id);
    expect(stats).toMatchObject({
      ...sums,
      productId: stocked.product.id,
      currency: 'EGP',
      averageOrderValue: 2_100,
      prices: [{ priceId: stocked.price.id, unitsSold: 4, grossSales: 4_200 }],
    });
    expect(stats.lastSoldAt?.slice(0, 10)).toBe(today);
    expect(stats.series).toHaveLength(30);
    expect(stats.series.at(-1)).toEqual({ periodStart: `${today}T00:00:00.000Z`, ...sums });
    expect(stats.series.slice(0, -1).every(({ unitsSold }) => unitsSold === 0)).toBe(true);

    const customer = await shop.expect<CustomerStats>(
      200,
      'GET',
      `/customers/${first.customerId}/stats?interval=month`,
    );
    expect(customer.series.at(-1)).toMatchObject({ grossSpend: 3_150, amountRefunded: 1_000, numPayments: 1 });
    expect(customer).toMatchObject({
      customerId: first.customerId,
      spendData: (await shop.customer(first.customerId)).spendData,
      topProducts: [{ productId: stocked.product.id, name: stocked.product.name, unitsBought: 3, grossSpend: 3_150 }],
    });
  });
  const before = await productStats(stocked.product.id, '?to=2020-01-31&from=2020-01-01&interval=week');
  expect(before).toMatchObject({ currency: 'EGP', unitsSold: 0, numOrders: 0, averageOrderValue: 0, lastSoldAt: null });
  expect(before.prices).toEqual([]);
});

test('a product that was never sold has the currency of its price, one without any price has none', async () => {
  const { product } = await shop.stock(500);
  expect(await productStats(product.id)).toMatchObject({ currency: 'EGP', grossSales: 0 });
  const { id } = await shop.expect<{ id: string }>(201, 'POST', '/products', { name: 'Bare' });
  expect(await productStats(id)).toMatchObject({ currency: null, grossSales: 0 });
});
