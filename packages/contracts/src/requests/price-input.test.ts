import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { problemOf } from '../problem-of.test-support.ts';
import { CreatePrice } from './price-input.ts';
import { CreateProduct } from './product-input.ts';

const oneTime = { currency: 'EGP', unitAmount: 2500, type: 'ONE_TIME' };
const monthly = { interval: 'MONTH', intervalCount: 1 };

test('a price of each type is accepted', () => {
  expect(problemOf(CreatePrice, oneTime)).toBeUndefined();
  expect(problemOf(CreatePrice, { ...oneTime, unitAmount: 0, stock: 0 })).toBeUndefined();
  expect(problemOf(CreatePrice, { ...oneTime, type: 'RECURRING', recurring: monthly })).toBeUndefined();
  const bounds = { minimum: 100, maximum: 900, preset: 500 };
  expect(problemOf(CreatePrice, { currency: 'KWD', type: 'CUSTOM', customUnitAmount: bounds })).toBeUndefined();
  expect(problemOf(CreatePrice, { currency: 'KWD', type: 'CUSTOM' })).toBeUndefined();
});

test.each([
  ['without a currency', { unitAmount: 1, type: 'ONE_TIME' }, 'currency'],
  ['with an unknown currency', { ...oneTime, currency: 'XXX' }, 'currency'],
  ['without an amount', { currency: 'EGP', type: 'ONE_TIME' }, 'unitAmount'],
  ['with a text amount', { ...oneTime, unitAmount: '2500' }, 'unitAmount'],
  ['with a negative amount', { ...oneTime, unitAmount: -1 }, 'unitAmount'],
  ['with a fractional amount', { ...oneTime, unitAmount: 1.5 }, 'unitAmount'],
  ['with an amount beyond the range', { ...oneTime, unitAmount: 1_000_000_000_000 }, 'unitAmount'],
  ['with an amount on CUSTOM', { ...oneTime, type: 'CUSTOM' }, 'unitAmount'],
  ['recurring without its interval', { ...oneTime, type: 'RECURRING' }, 'recurring'],
  [
    'recurring every 366',
    { ...oneTime, type: 'RECURRING', recurring: { interval: 'DAY', intervalCount: 366 } },
    'recurring.intervalCount',
  ],
  ['one-time with an interval', { ...oneTime, recurring: monthly }, 'recurring'],
  ['one-time with bounds', { ...oneTime, customUnitAmount: { preset: 1 } }, 'customUnitAmount'],
  [
    'with its preset below',
    { currency: 'EGP', type: 'CUSTOM', customUnitAmount: { minimum: 5, preset: 4 } },
    'customUnitAmount.preset',
  ],
  [
    'with its preset above',
    { currency: 'EGP', type: 'CUSTOM', customUnitAmount: { maximum: 5, preset: 6 } },
    'customUnitAmount.preset',
  ],
  [
    'with crossed bounds',
    { currency: 'EGP', type: 'CUSTOM', customUnitAmount: { minimum: 5, maximum: 4 } },
    'customUnitAmount.maximum',
  ],
  ['with a date that is none', { ...oneTime, startDate: 'soon' }, 'startDate'],
])('400 parameter_invalid for a price %s', (_what, body, param) => {
  expect(problemOf(CreatePrice, body)).toMatchObject({ code: 'parameter_invalid', param });
});

test.each([-1, 1.5])('400 price_stock_invalid for a stock of %d', (stock) => {
  expect(problemOf(CreatePrice, { ...oneTime, stock })).toMatchObject({ code: 'price_stock_invalid', param: 'stock' });
});

test.each(['2025-01-01T00:00:00Z', '2025-01-01', '2024-12-31T23:00:00-01:00'])(
  '400 price_date_range_invalid when it starts on 2025-01-01 and expires on %s',
  (expirationDate) => {
    expect(problemOf(CreatePrice, { ...oneTime, startDate: '2025-01-01T00:00:00.000Z', expirationDate })?.code).toBe(
      'price_date_range_invalid',
    );
  },
);

test('dates are kept in UTC with milliseconds', () => {
  expect(CreatePrice.parse({ ...oneTime, startDate: '2025-01-01T02:00:00+02:00' }).startDate).toBe(
    '2025-01-01T00:00:00.000Z',
  );
});

test('a price of a new product is named by its index', () => {
  expect(problemOf(CreateProduct, { name: 'Tea', prices: [oneTime, { ...oneTime, stock: -1 }] })).toMatchObject({
    code: 'price_stock_invalid',
    param: 'prices[1].stock',
  });
});

test.each([[undefined], [''], ['   '], ['x'.repeat(251)], ['a\0b'], ['\ud800']])(
  '400 parameter_invalid for the product name %j',
  (name) => {
    expect(problemOf(CreateProduct, { name })).toMatchObject({ code: 'parameter_invalid', param: 'name' });
  },
);

test('400 parameter_out_of_range for a product with 21 prices', () => {
  expect(problemOf(CreateProduct, { name: 'Tea', prices: Array(21).fill(oneTime) })?.code).toBe(
    'parameter_out_of_range',
  );
});

const amount = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: -10, max: 1_000 }),
  fc.double({ noNaN: true, min: -5, max: 1_000 }),
);
const bounds = fc.record(
  {
    minimum: fc.integer({ min: 0, max: 60 }),
    maximum: fc.integer({ min: 0, max: 60 }),
    preset: fc.integer({ min: 0, max: 60 }),
  },
  { requiredKeys: [] },
);
const anyPrice = fc.record({
  currency: fc.constant('EGP'),
  type: fc.constantFrom('ONE_TIME', 'RECURRING', 'CUSTOM'),
  unitAmount: amount,
  recurring: fc.option(
    fc.record({ interval: fc.constantFrom('DAY', 'MONTH', 'CUSTOM'), intervalCount: fc.integer({ min: 0, max: 400 }) }),
    { nil: undefined },
  ),
  customUnitAmount: fc.option(bounds, { nil: undefined }),
});

test('a price is accepted exactly when its five rules hold, whatever their combination', () => {
  const holds = ({
    type,
    unitAmount,
    recurring,
    customUnitAmount,
  }: typeof anyPrice extends fc.Arbitrary<infer T> ? T : never) => {
    const isAmount = unitAmount !== undefined && Number.isInteger(unitAmount) && unitAmount >= 0;
    const { minimum, maximum, preset } = customUnitAmount ?? {};
    const inBounds =
      (minimum === undefined || maximum === undefined || minimum <= maximum) &&
      (preset === undefined || ((minimum ?? 0) <= preset && preset <= (maximum ?? preset)));
    const isCustom = type === 'CUSTOM';
    return (
      (isCustom ? unitAmount === undefined : isAmount) &&
      (type === 'RECURRING') === (recurring !== undefined) &&
      (recurring === undefined || (recurring.intervalCount >= 1 && recurring.intervalCount <= 365)) &&
      (isCustom || customUnitAmount === undefined) &&
      inBounds
    );
  };
  fc.assert(
    fc.property(anyPrice, (price) => {
      expect([price, problemOf(CreatePrice, price) === undefined]).toEqual([price, holds(price)]);
    }),
    { numRuns: 2_000 },
  );
});
