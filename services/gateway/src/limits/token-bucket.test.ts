import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TokenBucket } from './token-bucket.ts';

test('grants its burst at once, then its rate, and never saves up more than the burst', () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 5 }, 0);
  const takenAt = (ms: number) => Array.from({ length: 8 }, () => bucket.take(ms)).filter(Boolean).length;
  expect([takenAt(0), takenAt(0), takenAt(100), takenAt(350), takenAt(60_000)]).toEqual([5, 0, 1, 2, 5]);
});

test('says what is left, when it is full again and when the next token comes', () => {
  const bucket = new TokenBucket({ perSecond: 0.1, burst: 6 }, 0);
  for (let i = 0; i < 6; i++) bucket.take(0);
  expect(bucket.take(4_000)).toBe(false);
  expect(bucket.state).toEqual({ limit: 6, remaining: 0, resetSeconds: 56, perSecond: 0.1 });
  expect(bucket.waitSeconds).toBe(6);
});

test('in any stretch of time it grants at most burst + rate × time, whatever the arrivals', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 100 }),
      (gaps, perSecond, burst) => {
        const bucket = new TokenBucket({ perSecond, burst }, 0);
        let [now, granted] = [0, 0];
        for (const gap of gaps) {
          now += gap;
          if (bucket.take(now)) granted++;
        }
        expect(granted).toBeLessThanOrEqual(burst + (now / 1000) * perSecond);
      },
    ),
  ));

test('what has happened already takes tokens down to the floor and no further, and never gives any', () => {
  const bucket = new TokenBucket({ perSecond: 1, burst: 10 }, 0);
  bucket.spend(100, 0, 0);
  expect(bucket.waitSeconds).toBe(1);
  for (let i = 0; i < 3; i++) bucket.spend(20, -20, 0);
  expect(bucket.waitSeconds).toBe(21);
  bucket.spend(100, 0, 0);
  expect(bucket.waitSeconds).toBe(21);
});
