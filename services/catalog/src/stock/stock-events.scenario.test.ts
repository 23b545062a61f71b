import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CloudEvent, LineItem, PaymentIntent, Price } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { envelope, type EventSource, eventually, openEventSource } from '@mizan/testing';
import { startCatalog, type CatalogWorld } from '../catalog.test-support.ts';
import { checkoutSession, paymentIntent } from './payment-events.test-support.ts';

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

let price: Price;
let session: string;
beforeEach(async () => {
  price = await world.createPrice({ stock: 10 });
  session = newId('cs_test');
});

async function hold(quantity: number, checkoutSessionId = session): Promise<string> {
  const holdId = newId('hold');
  const request = { holdId, checkoutSessionId, items: [{ priceId: price.id, quantity }] };
  const { status } = await world.checkout('POST', '/internal/calls/holdStock', request);
  if (status !== 200) throw new Error(`not held: ${status}`);
  return holdId;
}

const succeeded = (intent: PaymentIntent) => envelope({ type: 'payment_intent.succeeded', object: intent });
const failed = (intent: PaymentIntent, time?: Date) =>
  envelope({ type: 'payment_intent.payment_failed', object: intent, time });
const canceled = (intent: PaymentIntent) => envelope({ type: 'payment_intent.canceled', object: intent });
const expired = (id = session) =>
  envelope({
    type: 'checkout.session.expired',
    object: checkoutSession(id, { status: 'expired', paymentStatus: 'unpaid' }),
  });

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
const fiveTimes = (events: readonly CloudEvent[]) => shuffled(events.flatMap((each) => [each, each, each, each, each]));

describe('a payment that succeeds', () => {
  test('turns the hold into a sale and publishes the price as it is read', async () => {
    await hold(3);
    const intent = paymentIntent(session);
    await source.publish([succeeded(intent)]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 7, held: 0 });
    const { body } = await world.merchant<Price>('GET', `/prices/${price.id}`);
    expect(body).toEqual({ ...price, stock: 7, updatedAt: body.updatedAt });
    expect(body.updatedAt > price.updatedAt).toBe(true);
    expect((await world.eventsOf(price.id)).slice(1)).toEqual([
      { type: 'price.updated', version: 2, object: body, previousAttributes: { stock: 10 } },
    ]);
  });

  test('with the last pieces also publishes that the stock is depleted', async () => {
    await hold(10);
    await source.publish([succeeded(paymentIntent(session))]);
    expect((await world.eventsOf(price.id)).slice(1)).toMatchObject([
      { type: 'price.updated', version: 2, object: { stock: 0 }, previousAttributes: { stock: 10 } },
      { type: 'price.stock_depleted', version: 3, object: { stock: 0 } },
    ]);
  });

  test('after its hold was released goes below zero when the pieces are sold, and publishes that it is oversold', async () => {
    await hold(10);
    await source.publish([expired()]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 10, held: 0 });
    const other = newId('cs_test');
    await hold(8, other);
    await source.publish([succeeded(paymentIntent(other))]);
    await source.publish([succeeded(paymentIntent(session))]);
    expect(await world.stockOf(price.id)).toEqual({ stock: -8, held: 0 });
    expect((await world.eventsOf(price.id)).slice(1)).toMatchObject([
      { type: 'price.updated', version: 2, object: { stock: 2 } },
      { type: 'price.updated', version: 3, object: { stock: -8 }, previousAttributes: { stock: 2 } },
      { type: 'price.stock_depleted', version: 4, object: { stock: -8 } },
      { type: 'price.oversold', version: 5, object: { stock: -8 } },
    ]);
    const { body } = await world.checkout('POST', '/internal/calls/getCheckoutPrices', { priceIds: [price.id] });
    expect(body).toMatchObject({ prices: [{ available: 0, price: { stock: -8 } }] });
  });

  test('without a session or without a hold changes nothing', async () => {
    await source.publish([succeeded(paymentIntent(null)), succeeded(paymentIntent(session))]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 10, held: 0 });
  });

  test('of a price that has become unlimited leaves it unlimited', async () => {
    await hold(2);
    await world.db('catalog').query('update prices set stock = null where id = $1', [price.id]);
    await source.publish([succeeded(paymentIntent(session))]);
    expect(await world.stockOf(price.id)).toEqual({ stock: null, held: 0 });
    expect(await world.eventsOf(price.id)).toHaveLength(1);
  });
});

describe('a payment that fails', () => {
  test.each([
    ['payment_intent.payment_failed', failed],
    ['payment_intent.canceled', canceled],
  ])('%s gives the pieces back', async (_type, event) => {
    await hold(4);
    await source.publish([event(paymentIntent(session))]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 10, held: 0 });
  });

  test('does not touch the hold of a retry when the charge names the hold of the failed attempt', async () => {
    const first = await hold(2);
    await hold(3);
    await source.publish([failed({ ...paymentIntent(session, first), status: 'REQUIRES_PAYMENT_METHOD' })]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 10, held: 3 });
  });

  test('does not touch the hold of a retry started after it', async () => {
    await hold(2);
    const failedAt = new Date();
    await eventually(() => expect(Date.now()).toBeGreaterThan(failedAt.getTime())); // the retry is later by the clock
    await hold(3);
    await source.publish([failed(paymentIntent(session), failedAt)]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 10, held: 3 });
  });

  test('finally releases what every attempt of the session holds', async () => {
    const first = await hold(2);
    await hold(3);
    await source.publish([failed({ ...paymentIntent(session, first), status: 'FAILED' })]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 10, held: 0 });
  });

  test('does not undo the sale when its event arrives after that of the success', async () => {
    const first = await hold(2);
    const second = await hold(3);
    await source.publish([succeeded(paymentIntent(session, second)), failed(paymentIntent(session, first)), expired()]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 7, held: 0 });
  });
});

describe('a free order', () => {
  const line = (of: Price, quantity: number) => ({ id: newId('li'), price: of, quantity, ...lineRest }) as LineItem;
  const lineRest = {
    product: { id: 'prod_1', name: 'Tea', description: null, image: null, unitLabel: null },
    adjustableQuantity: { enabled: false, minimum: 1, maximum: 99 },
    amountSubtotal: 0,
    amountTotal: 0,
    amountDiscount: 0,
    amountTax: 0,
    currency: 'EGP',
    description: 'Tea',
  };
  const completed = (changes: Parameters<typeof checkoutSession>[1]) =>
    envelope({ type: 'checkout.session.completed', object: checkoutSession(session, changes) });

  test('sells what was held', async () => {
    await hold(2);
    await source.publish(fiveTimes([completed({ lineItems: [line(price, 2)] })]));
    expect(await world.stockOf(price.id)).toEqual({ stock: 8, held: 0 });
  });

  test('sells what the newest attempt holds and releases what earlier ones hold', async () => {
    await hold(3);
    await hold(2);
    await source.publish(fiveTimes([completed({ lineItems: [line(price, 2)] })]));
    expect(await world.stockOf(price.id)).toEqual({ stock: 8, held: 0 });
  });

  test('sells its line items when nothing was held', async () => {
    const unlimited = await world.createPrice();
    const event = completed({ lineItems: [line(price, 2), line(unlimited, 1), line(price, 1)] });
    await source.publish(fiveTimes([event, { ...event, id: newId('evt') }]));
    expect(await world.stockOf(price.id)).toEqual({ stock: 7, held: 0 });
    expect(await world.stockOf(unlimited.id)).toEqual({ stock: null, held: 0 });
  });

  test('does not include an order that must be paid', async () => {
    await hold(2);
    await source.publish([completed({ paymentStatus: 'unpaid', lineItems: [line(price, 2)] })]);
    expect(await world.stockOf(price.id)).toEqual({ stock: 10, held: 2 });
  });
});

/** What can become of a session that wants two pieces; the number is how many it sold. */
const stories: Record<string, (id: string) => Promise<{ events: CloudEvent[]; sold: number }>> = {
  async 'paid at once'(id) {
    const holdId = await hold(2, id);
    return { events: [succeeded(paymentIntent(id, holdId))], sold: 2 };
  },
  async 'declined, then paid with fewer pieces'(id) {
    const [first, second] = [await hold(2, id), await hold(1, id)];
    return { events: [failed(paymentIntent(id, first)), succeeded(paymentIntent(id, second))], sold: 1 };
  },
  async 'paid after it had expired'(id) {
    const holdId = await hold(2, id);
    return { events: [expired(id), succeeded(paymentIntent(id, holdId))], sold: 2 };
  },
  async 'declined, then abandoned'(id) {
    const holdId = await hold(2, id);
    return { events: [failed(paymentIntent(id, holdId)), expired(id)], sold: 0 };
  },
  async canceled(id) {
    await hold(2, id);
    return { events: [canceled(paymentIntent(id))], sold: 0 };
  },
};

test('every event five times and shuffled: the stock is the initial stock less what was sold, and nothing is held', async () => {
  price = await world.createPrice({ stock: 100 });
  const results = [];
  for (let round = 0; round < 4; round++)
    for (const story of Object.values(stories)) results.push(await story(newId('cs_test')));
  const sold = results.reduce((sum, story) => sum + story.sold, 0);
  await source.publish(fiveTimes(results.flatMap(({ events }) => events)));
  expect(await world.stockOf(price.id)).toEqual({ stock: 100 - sold, held: 0 });

  const versions = (await world.eventsOf(price.id)).map(({ version }) => version);
  expect(versions).toEqual(versions.map((_, index) => index + 1));

  await source.replayEverything();
  expect(await world.stockOf(price.id)).toEqual({ stock: 100 - sold, held: 0 });
  expect(await world.eventsOf(price.id)).toHaveLength(versions.length);
});
