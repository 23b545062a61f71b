import { expect, test } from '@jest/globals';
import { base32, codeOf, stepAt, stepOfCode } from './one-time-code.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1, the last six digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (seconds, code) => {
  expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test('codes of the step before and after are taken, older and newer ones are not', () => {
  const now = new Date(1_234_567_890_000);
  const present = stepAt(now);
  const taken = [-2, -1, 0, 1, 2].map((offset) => stepOfCode(secret, codeOf(secret, present + offset), now));
  expect(taken).toEqual([undefined, present - 1, present, present + 1, undefined]);
});

test.each(['', '28708', '2870822', '28708a', ' 287082', '٢٨٧٠٨٢'])('%j is no code', (given) => {
  expect(stepOfCode(secret, given, new Date(59_000))).toBeUndefined();
});

// RFC 4648, section 10, without padding.
test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('%s in base32 is %s', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});
