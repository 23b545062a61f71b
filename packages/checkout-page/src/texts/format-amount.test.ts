import { expect, test } from '@jest/globals';
import { formatAmount, parseAmount } from './format-amount.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u200f\u061c\u202f]/g, ' ').trim();

test.each([
  [12_500, 'EGP', 2, 'en', 'EGP 125.00'],
  [1_250, 'KWD', 3, 'en', 'KWD 1.250'],
  [5, 'USD', 2, 'en-US', '$0.05'],
  [0, 'EGP', 2, 'en', 'EGP 0.00'],
  [-5, 'EGP', 2, 'en', '-EGP 0.05'],
  [999_999_999_999, 'EGP', 2, 'en', 'EGP 9,999,999,999.99'],
  [999_999_999_999, 'KWD', 3, 'en', 'KWD 999,999,999.999'],
])('%d of %s is written %s', (amount, currency, decimals, locale, text) => {
  expect(plain(formatAmount(amount, { currency, decimals }, locale))).toBe(text);
});

test('Arabic writes its own digits where the region does, and those of cards where it does not say', () => {
  expect(formatAmount(12_500, { currency: 'EGP', decimals: 2 }, 'ar-EG')).toContain('١٢٥٫٠٠');
  expect(formatAmount(12_500, { currency: 'EGP', decimals: 2 }, 'ar-u-nu-latn')).toContain('125.00');
});

test('a discount has its minus before the digits in Arabic too, whichever way the text runs', () => {
  expect(formatAmount(-2_900, { currency: 'EGP', decimals: 2 }, 'ar-u-nu-latn')).toContain('\u200E-29.00');
});

test.each([
  ['12.5', 2, 1_250],
  ['12', 3, 12_000],
  ['١٢٫٥', 2, 1_250],
  ['1,250.00', 2, 125_000],
  [' 1 250 000 ', 2, 125_000_000],
  ['١٬٢٥٠٫٥', 2, 125_050],
  ['12,5', 2, undefined],
  ['12,50', 2, undefined],
  ['12.345', 2, undefined],
  ['', 2, undefined],
  ['-1', 2, undefined],
  ['1e5', 2, undefined],
])('a buyer who types %j with %d decimals means %p', (text, decimals, amount) => {
  expect(parseAmount(text, decimals)).toBe(amount);
});
