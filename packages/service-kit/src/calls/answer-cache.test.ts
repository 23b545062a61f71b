import { expect, jest, test } from '@jest/globals';
import type { BusEvent } from '../consumers/consumer.ts';
import { AnswerCache } from './answer-cache.ts';
import type { BoundCalls } from './call-client.ts';

const calls = {} as BoundCalls;
const live = { scope: { merchantId: 'acct_1', livemode: true }, calls };
const other = { scope: { merchantId: 'acct_2', livemode: true }, calls };

function cacheOf(fetch: () => Promise<number>, maxAgeMs = 60_000) {
  const fetched = jest.fn(fetch);
  return { fetched, cache: new AnswerCache({ fetch: fetched, maxAgeMs, dropOn: ['account.updated'] }) };
}

test('a merchant’s reply is fetched once, however many requests come while the call runs', async () => {
  const { fetched, cache } = cacheOf(async () => 7);
  expect(await Promise.all([cache.get(live), cache.get(live)])).toEqual([7, 7]);
  expect(await cache.get(live)).toBe(7);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('another merchant and the other mode have replies of their own', async () => {
  const { fetched, cache } = cacheOf(async () => 7);
  await Promise.all(
    [live, other, { ...live, scope: { ...live.scope, livemode: false } }].map((each) => cache.get(each)),
  );
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('a failed call is made again', async () => {
  let down = true;
  const { cache } = cacheOf(async () => {
    if (down) throw new Error('down');
    return 7;
  });
  await expect(cache.get(live)).rejects.toThrow('down');
  down = false;
  expect(await cache.get(live)).toBe(7);
});

test('an answer is dropped by its event in both modes, and by age', async () => {
  let answer = 1;
  const { cache } = cacheOf(async () => answer++);
  expect(await cache.get(live)).toBe(1);
  cache.listener.onEvent({ scope: { merchantId: 'acct_1', livemode: false } } as BusEvent);
  expect(await cache.get(live)).toBe(2);
  const aged = cacheOf(async () => answer++, 0);
  expect(await aged.cache.get(live)).toBe(3);
  expect(await aged.cache.get(live)).toBe(4);
});
