import { expect, test } from '@jest/globals';
import { brandOf, caretAfter, checkCardNumber, digitsOf, formatCardNumber, passesLuhn } from './card-number.ts';

test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['5078030000000011', 'meeza', '5078 0300 0000 0011'],
  ['6200000000000005', 'unionpay', '6200 0000 0000 0005'],
])('%s is %s and written as %s', (digits, brand, formatted) => {
  expect(brandOf(digits).name).toBe(brand);
  expect(formatCardNumber(digits)).toBe(formatted);
  expect(checkCardNumber(digits)).toBeUndefined();
});

test('a number that is too short is incomplete, one with a mistyped digit is invalid', () => {
  expect(checkCardNumber('')).toBe('incomplete');
  expect(checkCardNumber('424242424242424')).toBe('incomplete');
  expect(checkCardNumber('4242424242424241')).toBe('invalid');
  expect(passesLuhn('4242424242424241')).toBe(false);
});

test('more digits than the brand has are dropped', () => {
  expect(formatCardNumber('37828224631000599999')).toBe('3782 822463 10005');
});

test('Arabic and Persian digits are digits, everything else is not', () => {
  expect(digitsOf('٤٢٤٢-۴۲ x4')).toBe('4242424');
});

test('the caret stays behind the digit that was typed, over spaces', () => {
  expect(caretAfter('4242 4242', 4)).toBe(4);
  expect(caretAfter('4242 4242', 5)).toBe(6);
  expect(caretAfter('4242', 9)).toBe(4);
});
