import { expect, jest, test } from '@jest/globals';
import type { BusEvent } from '../consumers/consumer.ts';
import { AnswerCache } from './answer-cache.ts';
import type { BoundCalls } from './call-client.ts';

const calls = {} as BoundCalls;
const live = { scope: { merchantId: 'acct_1', livemode: true }, calls };
const other = { scope: { merchantId: 'acct_2', livemode: true }, calls };

function cacheOf(ask: () => Promise<number>, maxAgeMs = 60_000) {
  const asked = jest.fn(ask);
  return { asked, cache: new AnswerCache({ fetch: asked, maxAgeMs, dropOn: ['account.updated'] }) };
}

test('a merchant is asked about once, however many requests come while it is asked', async () => {
  const { asked, cache } = cacheOf(async () => 7);
  expect(await Promise.all([cache.get(live), cache.get(live)])).toEqual([7, 7]);
  expect(await cache.get(live)).toBe(7);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('another merchant and the other mode are asked about on their own', async () => {
  const { asked, cache } = cacheOf(async () => 7);
  await Promise.all(
    [live, other, { ...live, scope: { ...live.scope, livemode: false } }].map((each) => cache.get(each)),
  );
  expect(asked).toHaveBeenCalledTimes(3);
});

test('a failed question is asked again', async () => {
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
