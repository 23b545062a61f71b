import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Price, ProductStats } from '@mizan/contracts';
import { newId, withDatabase } from '@mizan/service-kit';
import { envelope, openEventSource, type EventSource } from '@mizan/testing';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';
import { line, refunded, sold } from './sales.test-support.ts';
import { sumSales } from './sum-sales.ts';

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

const hourMs = 3_600_000;
const sum = () => withDatabase('catalog', world.databaseUrls('catalog').runtimeUrl, sumSales);
const unsummed = async () => {
  const { rows } = await world.db('catalog').query('select 1 from sale_lines where not is_summed');
  return rows.length;
};
const statsOf = async (price: Price, query = '') =>
  (await world.merchant<ProductStats>('GET', `/products/${price.productId}/stats${query}`)).body;
const sell = (object: ReturnType<typeof sold>, agoMs = 0) => sellAt(object, new Date(Date.now() - agoMs));
const sellAt = (object: ReturnType<typeof sold>, time: Date) =>
  source.publish([envelope({ type: 'checkout.session.completed', object, time })]);

test('statistics are the same with sums and without, whether it was refunded before or after', async () => {
  const price = await world.createPrice();
  const larger: Price = { ...price, id: newId('price') };
  const of = (quantity: number) => [line(larger, quantity), line(price, quantity), line(price, 1)];
  const [first, second, third] = [sold(of(2)), sold(of(3)), sold(of(4))];
  await sell(first, hourMs);
  await sell(second, hourMs);
  await source.publish([refunded(first, 15_000, 2)]);
  await sum();
  expect(await unsummed()).toBe(0);
  await sell(third);
  await source.publish([refunded(first, 20_000, 3), refunded(second, 70_000, 2), refunded(third, 9_000, 2)]);
  const before = await statsOf(price);
  expect(before).toMatchObject({
    unitsSold: 21,
    grossSales: 210_000,
    amountRefunded: 99_000,
    netSales: 111_000,
    numOrders: 3,
    prices: [{ unitsSold: 12 }, { unitsSold: 9 }],
  });
  await sum();
  expect(await statsOf(price)).toEqual(before);
  await source.publish([refunded(third, 90_000, 3)]);
  expect(await statsOf(price)).toMatchObject({ amountRefunded: 180_000, netSales: 30_000, numOrders: 3 });
});

test('replicas that sum at the same time, while sales are refunded, count each line and refund once', async () => {
  const price = await world.createPrice();
  const sessions = Array.from({ length: 30 }, () => sold([line(price, 1), line(price, 2)]));
  for (const session of sessions) await sell(session);
  await Promise.all([
    ...Array.from({ length: 4 }, sum),
    source.publish(sessions.map((session) => refunded(session, 10_000, 2))),
  ]);
  const whole = { unitsSold: 90, grossSales: 900_000, amountRefunded: 300_000, numOrders: 30 };
  expect(await statsOf(price)).toMatchObject(whole);
  await sum();
  expect(await unsummed()).toBe(0);
  expect(await statsOf(price)).toMatchObject(whole);
});

test('what one order has of a product at two prices counts as one order, also when its lines are summed apart', async () => {
  const price = await world.createPrice();
  const session = sold([line(price, 1), line({ ...price, id: newId('price') }, 1)]);
  await sell(session);
  const [first] = session.lineItems?.map(({ id }) => id).sort() ?? [];
  await world.db('catalog').query('update sale_lines set is_summed = true where line_id <> $1', [first]);
  expect(await statsOf(price)).toMatchObject({ unitsSold: 2, numOrders: 1 });
  await sum();
  expect(await statsOf(price)).toMatchObject({ unitsSold: 2, numOrders: 1 });
});

test.each([
  ['in two quarters', '10:05', '10:50', [1, 2, 3, 4]],
  ['in adjacent quarters', '10:05', '10:20', [1, 2]],
  ['in the same quarter', '10:05', '10:12', [1]],
  ['from a whole quarter on', '10:00', '10:50', [0, 1, 2, 3, 4]],
  ['to a whole quarter', '10:05', '10:45', [1, 2, 3]],
])('bounds %s count what was sold between them, summed or not, and its refunds', async (_, from, to, counted) => {
  const price = await world.createPrice();
  const times = ['10:04', '10:05', '10:15', '10:44', '10:49', '10:55'];
  const sessions = times.map((_time, index) => sold([line(price, index + 1), line(price, 1)]));
  for (const [index, session] of sessions.entries()) await sellAt(session, new Date(`2026-05-10T${times[index]}:00Z`));
  await source.publish(sessions.map((session, index) => refunded(session, 1_000 * (index + 1), 2)));
  const between = () => statsOf(price, `?from=2026-05-10T${from}:00Z&to=2026-05-10T${to}:00Z`);
  const total = (of: (index: number) => number) => counted.reduce((sum, index) => sum + of(index), 0);
  const expected = {
    unitsSold: total((index) => index + 2),
    grossSales: total((index) => 10_000 * (index + 2)),
    amountRefunded: total((index) => 1_000 * (index + 1)),
    numOrders: counted.length,
    lastSoldAt: `2026-05-10T${times[Math.max(...counted)]}:00.000Z`,
  };
  const before = await between();
  expect(before).toMatchObject(expected);
  await sum();
  expect(await between()).toEqual(before);
  await source.publish(sessions.map((session, index) => refunded(session, 2_000 * (index + 1), 3)));
  expect(await between()).toMatchObject({ ...expected, amountRefunded: 2 * expected.amountRefunded });
});
