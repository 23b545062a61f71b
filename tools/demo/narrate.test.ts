import { expect, test } from '@jest/globals';
import { egp } from './narrate.ts';

test.each([
  [0, '0.00 EGP'],
  [5, '0.05 EGP'],
  [24_950, '249.50 EGP'],
  [100_784_075, '1,007,840.75 EGP'],
  [-100_000_000, '-1,000,000.00 EGP'],
])('%d piastres are %s', (amount, text) => expect(egp(amount)).toBe(text));
