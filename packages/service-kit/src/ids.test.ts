import { expect, test } from '@jest/globals';
import { looksLikeId, newId } from './ids.ts';

test('an id and the name of a built file look like ids', () => {
  for (const text of [newId('cs_test'), 'checkout-x1Y2_z.js', 'a'])
    expect([text, looksLikeId(text)]).toEqual([text, true]);
});

test('a path upwards, a hidden file, a separator and an endless name do not', () => {
  for (const text of ['', '.', '..', '.env', 'a/b', 'a%2fb', 'a b', 'é', 'a'.repeat(65)])
    expect([text, looksLikeId(text)]).toEqual([text, false]);
});

test('ids made later sort later', () => {
  const [before, after] = [newId('pi', 1_000_000), newId('pi', 1_000_001)];
  expect([after, before].sort()).toEqual([before, after]);
});
