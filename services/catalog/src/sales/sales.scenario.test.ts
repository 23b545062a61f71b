import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Price, ProductStats } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { envelope, openEventSource, type EventSource } from '@mizan/testing';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';
import { paymentIntent } from '../stock/payment-events.test-support.ts';
import { line, refunded, sold } from './sales.test-support.ts';

let world: CatalogWorld;
let source: EventSource;
beforeAll(async () => {
  world = await startCatalog({ nats: true });
  source = await openEventSource(world, 'catalog', 'catalog-purchases');
});
afterAll(async () => {
  await source.close();
  await world.stop();
});

const statsOf = async (price: Price, query = '') =>
  (await world.merchant<ProductStats>('GET', `/products/${price.productId}/stats${query}`)).body;
test('every event five times and shuffled counts once, with the refunds of the newest version', async () => {
  const price = await world.createPrice();
  const [first, second] = [sold([line(price, 2), line(price, 1)]), sold([line(price, 4)])];
  const unpaid = sold([line(price, 9)], { paymentStatus: 'unpaid' });
  const events = [
    envelope({ type: 'checkout.session.completed', object: first }),
    envelope({ type: 'checkout.session.async_payment_succeeded', object: second }),
    envelope({ type: 'checkout.session.completed', object: unpaid }),
    refunded(first, 5_000, 3),
    refunded(first, 30_000, 5),
    refunded(first, 9_000, 4),
    refunded(second, 4_000, 2),
  ];
  const shuffled = events
    .flatMap((event) => [event, event, event, event, event])
    .map((event) => ({ event, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event);
  await source.publish(shuffled);
  expect(await statsOf(price)).toMatchObject({
    unitsSold: 7,
    grossSales: 70_000,
    amountRefunded: 34_000,
    netSales: 36_000,
    numOrders: 2,
  });
});

test('a partial capture counts in part, allocated exactly to the lines, as do its refunds', async () => {
  const [tea, cups] = [await world.createPrice(), await world.createPrice()];
  const discounted = { ...line(cups, 2), amountDiscount: 2_000, amountTotal: 18_000 };
  const session = sold([line(tea, 1), discounted]);
  const captured = { ...paymentIntent(session.id), id: session.paymentIntentId ?? '', amountReceived: 9_333 };
  const paid = { ...session, paymentIntent: captured };
  await source.publish([envelope({ type: 'checkout.session.async_payment_succeeded', object: paid })]);
  expect(await statsOf(tea)).toMatchObject({ unitsSold: 1, grossSales: 3_333, discounts: 0, netSales: 3_333 });
  expect(await statsOf(cups)).toMatchObject({ unitsSold: 2, grossSales: 6_667, discounts: 667, netSales: 6_000 });
  await source.publish([refunded(session, 9_333, 3)]);
  expect(await statsOf(tea)).toMatchObject({ amountRefunded: 3_333, netSales: 0 });
  expect(await statsOf(cups)).toMatchObject({ amountRefunded: 6_000, netSales: 0 });
});

test('a product sold in two currencies has statistics for each, and lists both', async () => {
  const price = await world.createPrice();
  const inDollars = sold([{ ...line(price, 2), currency: 'USD' }], { currency: 'USD' });
  const events = [sold([line(price, 1)]), inDollars, sold([line(price, 4)])];
  for (const object of events) await source.publish([envelope({ type: 'checkout.session.completed', object })]);
  const [pounds, dollars] = [
    { currency: 'EGP', unitsSold: 5, grossSales: 50_000, numOrders: 2 },
    { currency: 'USD', unitsSold: 2, grossSales: 20_000, numOrders: 1 },
  ];
  const currencies = ['EGP', 'USD'];
  expect(await statsOf(price)).toMatchObject({ ...pounds, currencies });
  expect(await statsOf(price, '?currency=EGP')).toMatchObject({ ...pounds, currencies });
  expect(await statsOf(price, '?currency=USD')).toMatchObject({ ...dollars, currencies });
  expect(await statsOf(price, '?currency=KWD')).toMatchObject({ currency: 'KWD', unitsSold: 0, currencies });
  expect(await statsOf(price, '?from=2020-01-01&to=2020-01-31')).toMatchObject({ currencies: [] });
});

test('sales are counted by day of the requested time zone, and an order of two prices once', async () => {
  const price = await world.createPrice();
  const larger: Price = { ...price, id: newId('price') };
  const midnight = Date.UTC(2026, 4, 10, 18, 15); // in Kathmandu
  const times = [-1, 0, 86_400_000 - 1, 86_400_000].map((ms) => new Date(midnight + ms));
  for (const time of times) {
    const object = sold([line(price, 1), line(larger, 2), line(price, 3)]);
    await source.publish([envelope({ type: 'checkout.session.completed', object, time })]);
  }
  const days = '?from=2026-05-11&to=2026-05-12&timezone=Asia/Kathmandu';
  const ofOne = { unitsSold: 6, grossSales: 60_000, numOrders: 1 };
  expect(await statsOf(price, days)).toMatchObject({
    numOrders: 3,
    lastSoldAt: times[3]?.toISOString(),
    prices: [
      { priceId: price.id, unitsSold: 12, grossSales: 120_000 },
      { priceId: larger.id, unitsSold: 6, grossSales: 60_000 },
    ],
    series: [
      { periodStart: times[1]?.toISOString(), unitsSold: 12, grossSales: 120_000, numOrders: 2 },
      { periodStart: times[3]?.toISOString(), ...ofOne },
    ],
  });
});

test('a free order counts as an order without amount', async () => {
  const price = await world.createPrice({ unitAmount: 0 });
  const free = { ...line(price, 3), amountSubtotal: 0, amountTotal: 0 };
  const session = sold([free], { paymentStatus: 'no_payment_required', paymentIntentId: undefined });
  await source.publish([envelope({ type: 'checkout.session.completed', object: session })]);
  expect(await statsOf(price)).toMatchObject({ unitsSold: 3, grossSales: 0, numOrders: 1, averageOrderValue: 0 });
});

test('another merchant’s product is 404', async () => {
  const price = await world.createPrice();
  const other = world.merchantClient('catalog', { merchantId: 'acct_other' });
  expect((await other('GET', `/products/${price.productId}/stats`)).status).toBe(404);
});
