import { expect, test } from '@jest/globals';
import { fromDecimal, toDecimal } from './decimal-amount.ts';

test.each([
  [1, 'AED', '0.01'],
  [10_000, 'AED', '100.00'],
  [1_005, 'KWD', '1.005'],
  [5, 'KWD', '0.005'],
  [29, 'SAR', '0.29'],
  [999_999_999_999, 'SAR', '9999999999.99'],
] as const)('%d minor units of %s are %s, and back', (amount, currency, text) => {
  expect(toDecimal(amount, currency)).toBe(text);
  expect(fromDecimal(text, currency)).toBe(amount);
});

test.each([
  ['100', 10_000],
  ['100.5', 10_050],
  [100.5, 10_050],
  ['100.000', 10_000],
  ['100.001', undefined],
  ['-1.00', undefined],
  ['1e3', undefined],
  ['1,000.00', undefined],
  ['', undefined],
  [Number.NaN, undefined],
])('%p dirhams are %p fils', (text, amount) => expect(fromDecimal(text, 'AED')).toBe(amount));
