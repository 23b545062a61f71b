import { expect, test } from '@jest/globals';
import { BoundedMap } from './bounded-map.ts';

test('a full map forgets its oldest entry, and only for a new key', () => {
  const map = new BoundedMap<number>(3);
  for (let i = 0; i < 100; i++) map.set(`key_${i}`, i);
  expect([...map]).toEqual([
    ['key_97', 97],
    ['key_98', 98],
    ['key_99', 99],
  ]);
  map.set('key_98', 0);
  expect([...map.values()]).toEqual([97, 0, 99]);
});
