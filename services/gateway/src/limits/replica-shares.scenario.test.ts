import { beforeEach, describe, expect, test } from '@jest/globals';
import { Limiter } from './limiter.ts';
import type { Limits } from '../config.ts';

const limits = {
  MIZAN_RATE_LIMIT_TEST_PER_SECOND: 40,
  MIZAN_RATE_LIMIT_TEST_BURST: 80,
  MIZAN_RATE_LIMIT_ADDRESS_PER_SECOND: 40,
  MIZAN_RATE_LIMIT_ADDRESS_BURST: 80,
  MIZAN_RATE_LIMIT_BAD_KEYS_PER_SECOND: 4,
  MIZAN_RATE_LIMIT_BAD_KEYS_BURST: 8,
  MIZAN_RATE_LIMIT_CONCURRENT: 1e6,
} as Limits;
const key = { id: 'key_1', scope: { merchantId: 'acct_1', livemode: false } } as never;

let replicas: { current: number };
let nowMs: number;
let limiter: Limiter;
beforeEach(() => {
  replicas = { current: 1 };
  nowMs = 0;
  limiter = new Limiter({ limits, db: {} as never, replicas, lag: { isHigh: false }, nowMs: () => nowMs });
});

const call = (who: typeof key | undefined) => limiter.admit({ key: who, clientIp: '192.0.2.1' }, undefined).bucket;
function granted(who: typeof key | undefined): number {
  for (let count = 0; ; count++)
    try {
      call(who);
    } catch {
      return count;
    }
}

describe('when a gateway comes or goes', () => {
  test.each([
    ['an account', key],
    ['an address', undefined],
  ])('%s that has used up its share gets no new one', (_what, who) => {
    expect(granted(who)).toBe(80);
    for (const gateways of [2, 3, 1]) {
      replicas.current = gateways;
      expect(granted(who)).toBe(0);
    }
    nowMs += 1_000;
    expect(granted(who)).toBe(40);
  });

  test('an address with invalid keys stays refused', () => {
    for (let i = 0; i < 8; i++) limiter.countBadKey('192.0.2.1');
    replicas.current = 2;
    limiter.countBadKey('192.0.2.2'); // another client's
    expect(() => limiter.assertFewBadKeys('192.0.2.1')).toThrow('invalid keys');
    nowMs += 500; // one token, at half of four a second
    expect(() => limiter.assertFewBadKeys('192.0.2.1')).not.toThrow();
  });

  test('what is left is shared as the whole is, and flows in at the new rate', () => {
    for (let i = 0; i < 40; i++) call(key);
    replicas.current = 4;
    expect(call(key)).toEqual({ limit: 20, remaining: 9, resetSeconds: 2, perSecond: 10 });
    nowMs += 100;
    expect(call(key)).toMatchObject({ limit: 20, remaining: 9 });
    replicas.current = 1;
    expect(call(key)).toMatchObject({ limit: 80, remaining: 35, perSecond: 40 });
  });

  test('what flowed in before flowed in at the old rate', () => {
    expect(granted(key)).toBe(80);
    nowMs += 1_000;
    replicas.current = 2;
    expect(granted(key)).toBe(20);
  });
});
