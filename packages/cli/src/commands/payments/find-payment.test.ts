import { expect, test } from '@jest/globals';
import { toPaymentReference } from './find-payment.ts';

test.each([
  [' pi_1 ', 'pi_1'],
  ['R-2026-000031', 'R-2026-000031'],
  [' r-2026-31', 'R-2026-000031'],
  ['R-2026-1234567', 'R-2026-1234567'],
])('a payment may be named as %j', (text, reference) => {
  expect(toPaymentReference(text)).toBe(reference);
});

test.each(['', 'mona', 'R-26-1', 'R-2026', 're_1'])('%j names no payment', (text) => {
  expect(() => toPaymentReference(text)).toThrow('is not a payment: use pi_…');
});
