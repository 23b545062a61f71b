import { describe, expect, test } from '@jest/globals';
import {
  CheckoutSession,
  events,
  listItemOf,
  maxEventBytes,
  maxEventDataBytes,
  maxObjectBytes,
  operations,
  PaymentIntent,
  Product,
} from '@mizan/contracts';
import { fitItems, fitObject } from './fit-object.ts';
import { writeEventData } from './outbox/event-data.ts';

const bytes = (text: string): number => Buffer.byteLength(text);
const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;
const fatPrices = (count: number, characters = 5_000) =>
  Array.from({ length: count }, (_, index) => ({ id: `price_${index}`, description: '\u0001'.repeat(characters) }));

describe('an object of more than 64 KiB', () => {
  test('a product keeps its newest prices, which are the first, and names the list', () => {
    const prices = fatPrices(30);
    const { text, cut } = fitObject({ id: 'prod_1', prices, updatedAt: 'now' }, { schema: Product });
    const shown = parse(text);
    expect(bytes(text)).toBeLessThanOrEqual(maxObjectBytes);
    expect(cut).toEqual(['prices']);
    expect(shown['prices']).toEqual(prices.slice(0, 2));
    expect(shown).toMatchObject({ id: 'prod_1', updatedAt: 'now', truncated: ['prices'] });
  });

  test('a payment intent keeps its newest charges, which are the last', () => {
    const charges = Array.from({ length: 40 }, (_, index) => ({
      id: `ch_${index}`,
      failureMessage: 'ن'.repeat(2_000),
    }));
    const latestCharge = charges.at(-1);
    const shown = parse(fitObject({ id: 'pi_1', latestCharge, charges }, { schema: PaymentIntent }).text);
    const kept = shown['charges'] as unknown[];
    expect(kept.length).toBeGreaterThan(10);
    expect(kept).toEqual(charges.slice(-kept.length));
    expect(shown).toMatchObject({ latestCharge, truncated: ['charges'] });
  });

  test('lists inside lists are cut, too, each at the end that its contract declares', () => {
    const refunds = Array.from({ length: 300 }, (_, index) => ({ id: `re_${index}`, description: 'x'.repeat(900) }));
    const dropdownOptions = Array.from({ length: 200 }, (_, index) => ({ label: 'ن'.repeat(200), value: `v${index}` }));
    const charge = { id: 'ch_1', refunds };
    const session = {
      id: 'cs_1',
      customFields: [{ key: 'a', dropdownOptions }],
      paymentIntent: { latestCharge: charge, charges: [charge] },
    };
    const shown = parse(fitObject(session, { schema: CheckoutSession }).text) as typeof session & {
      truncated: string[];
    };
    const keptRefunds = shown.paymentIntent.latestCharge.refunds;
    const keptOptions = shown.customFields[0]?.dropdownOptions ?? [];
    expect(shown.truncated).toContain('paymentIntent.latestCharge.refunds');
    expect(keptRefunds).toEqual(refunds.slice(refunds.length - keptRefunds.length));
    expect(keptOptions).toEqual(dropdownOptions.slice(0, keptOptions.length));
    expect(bytes(JSON.stringify(shown))).toBeLessThanOrEqual(maxObjectBytes);
  });

  test.each(Object.keys(events))('%s is cut to size whatever it holds, and stays valid Unicode', (type) => {
    const texts = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`text${index}`, '😀\u0002"'.repeat(1_000)]),
    );
    const { text, shortened } = fitObject({ id: 'x', ...texts }, { schema: events[type as 'charge.failed'].object });
    expect(bytes(text)).toBeLessThanOrEqual(maxObjectBytes);
    expect(text.isWellFormed()).toBe(true);
    expect(shortened).toContain('text0');
  });
});

test.each([0, 1, 2, 3])('an object of at most 64 KiB is written as it is: %d bytes below', (below) => {
  const room = maxObjectBytes - bytes('{"id":""}') - below;
  const object = { id: 'x'.repeat(room) };
  expect(fitObject(object, { schema: Product })).toEqual({ text: JSON.stringify(object), cut: [], shortened: [] });
});

test('the previous attributes of an event have what its object leaves, so that 100 events are less than 8 MiB', () => {
  const object = { id: 'prod_1', object: 'product', prices: fatPrices(40, 900) };
  const { text } = writeEventData('product.updated', { object, previousAttributes: { ...object, name: 'was' } });
  const data = parse(text) as { object: object; previousAttributes: object };
  expect(bytes(text)).toBeLessThanOrEqual(maxEventDataBytes + 64);
  expect(data.object).toMatchObject({ truncated: ['prices'] });
  expect(data.previousAttributes).toMatchObject({ name: 'was' });
  expect(data.previousAttributes).not.toHaveProperty('truncated');
  expect(100 * maxEventBytes).toBeLessThan(8 * 1024 * 1024);
});

test('each item of a list is at most 64 KiB, and every item is there', () => {
  const item = listItemOf(operations.listProducts.response);
  if (!item) throw new Error('bug: a list without items');
  const data = Array.from({ length: 100 }, (_, index) => ({ id: `prod_${index}`, prices: fatPrices(20, 900) }));
  const text = fitItems({ data, totalCount: 100, page: 1 }, item);
  const page = JSON.parse(text) as { data: { id: string; truncated?: string[] }[]; totalCount: number; page: number };
  expect(page.data.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
  expect(page.data.every((each) => bytes(JSON.stringify(each)) <= maxObjectBytes)).toBe(true);
  expect(page.data[0]?.truncated).toEqual(['prices']);
  expect([page.totalCount, page.page]).toEqual([100, 1]);
});

test('a list that has only its items is valid JSON', () => {
  const item = listItemOf(operations.listProducts.response);
  if (!item) throw new Error('bug: a list without items');
  expect(JSON.parse(fitItems({ data: [{ id: 'prod_1' }] }, item))).toEqual({ data: [{ id: 'prod_1' }] });
});

test('what programs read is never shortened, at any depth', () => {
  const long = 'x'.repeat(50);
  const kept = { id: long, customerId: long, object: long, status: long, type: long, currency: long, paidAt: long };
  const texts = Array.from({ length: 3_000 }, () => 'y'.repeat(100));
  const shown = parse(fitObject({ ...kept, inner: kept, texts }, { schema: Product }).text);
  expect(shown).toMatchObject({ ...kept, inner: kept });
});
