import { expect, test } from '@jest/globals';
import { checkExpiry, formatExpiry, parseExpiry } from './card-expiry.ts';

test.each([
  ['1', '', '1'],
  ['12', '1', '12 / '],
  ['5', '', '05 / '],
  ['12 / 3', '12 / ', '12 / 3'],
  ['12/34', '', '12 / 34'],
  ['12/2034', '', '12 / 34'],
  ['١٢٣٤', '', '12 / 34'],
  ['12 /', '12 / ', '1'],
])('typing %j after %j shows %j', (text, before, shown) => {
  expect(formatExpiry(text, before)).toBe(shown);
});

test('a card is good to the end of its month', () => {
  const now = new Date(2030, 5, 30);
  expect(checkExpiry('06 / 30', now)).toBeUndefined();
  expect(checkExpiry('05 / 30', now)).toBe('past');
  expect(checkExpiry('13 / 30', now)).toBe('invalid');
  expect(checkExpiry('06 / 3', now)).toBe('incomplete');
  expect(parseExpiry('06 / 30')).toEqual({ expMonth: 6, expYear: 2030 });
});
