import { expect, test } from '@jest/globals';
import { bytesToBase62, looksLikeId, newId, numberToBase62 } from './ids.ts';
import { openProbe } from './open-probe.test-support.ts';

test('an id and the name of a built file look like ids', () => {
  for (const text of [newId('cs_test'), 'checkout-x1Y2_z.js', 'a'])
    expect([text, looksLikeId(text)]).toEqual([text, true]);
});

test('a path upwards, a hidden file, a separator and an endless name do not', () => {
  for (const text of ['', '.', '..', '.env', 'a/b', 'a%2fb', 'a b', 'é', 'a'.repeat(65)])
    expect([text, looksLikeId(text)]).toEqual([text, false]);
});

test('ids made later sort later, in the database too', async () => {
  const times = [
    0,
    1,
    61,
    62,
    63,
    3843,
    3844,
    1_000_000,
    1_000_001,
    Date.now(),
    Date.now() + 1,
    Date.UTC(2100, 0),
    2 ** 48 - 1,
  ];
  const inOrder = times.map((atMs) => newId('pi', atMs));
  const shuffled = inOrder.toReversed();
  expect(shuffled.toSorted()).toEqual(inOrder);
  const probe = await openProbe({ nats: false });
  const rows = await probe.db.system.sql<{
    id: string;
  }>`select id from unnest(${shuffled}::text[]) id order by id collate "C"`;
  expect(rows.map(({ id }) => id)).toEqual(inOrder);
  await probe.close();
});

test('ids have one length, one alphabet and no twins', () => {
  const ids = Array.from({ length: 50_000 }, () => newId('pi'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) if (!/^pi_[0-9A-Za-z]{24}$/.test(id)) throw new Error(id);
});

test('base62 has a fixed length, digits before capitals before small letters, and no more of it than there are bytes', () => {
  expect([0, 9, 10, 35, 36, 61, 62, 62 ** 2 - 1].map((number) => numberToBase62(number, 2))).toEqual([
    '00',
    '09',
    '0A',
    '0Z',
    '0a',
    '0z',
    '10',
    'zz',
  ]);
  expect(bytesToBase62(Buffer.from([0, 10, 61, 62, 255]), 5)).toBe('0Az07');
  expect(() => bytesToBase62(Buffer.alloc(4), 5)).toThrow('bug');
});
