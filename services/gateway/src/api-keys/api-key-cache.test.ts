import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SystemReader } from '@mizan/service-kit';
import { newKey } from './api-key-format.ts';
import type { CachedApiKeyRow } from './api-key-cache.ts';
import { ApiKeyCache } from './api-key-cache.ts';

const row: CachedApiKeyRow = {
  id: 'key_1',
  merchantId: 'acct_1',
  livemode: false,
  type: 'SECRET',
  permissions: [],
  ipAllowlist: [],
  allowedOrigins: [],
  apiVersion: '2025-01-01',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  version: 1,
  livePaymentsEnabled: false,
};

describe('finding a key', () => {
  let rows: CachedApiKeyRow[];
  let reads: number;
  let writes: number;
  let onRead: () => void;
  let keys: ApiKeyCache;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    rows = [row];
    reads = writes = 0;
    onRead = () => undefined;
    const db = {
      one: async () => {
        const [found] = rows;
        reads++;
        onRead();
        return found;
      },
      sql: async () => {
        writes++;
        return [];
      },
    } as unknown as SystemReader;
    keys = new ApiKeyCache(db, Buffer.alloc(32));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('a wrong checksum never reaches the database', async () => {
    const key = newKey('SECRET', false);
    const typo = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    expect(await keys.find(typo)).toBeUndefined();
    expect(await keys.find('not a key')).toBeUndefined();
    expect(reads).toBe(0);
  });

  test('a key is read once in five seconds, however many requests use it at once', async () => {
    const key = newKey('SECRET', false);
    const found = await Promise.all([keys.find(key), keys.find(key), keys.find(key)]);
    expect(found.every((each) => each?.id === 'key_1')).toBe(true);
    expect((await keys.find(key))?.permissions.has('REFUND_WRITE')).toBe(true);
    expect(reads).toBe(1);
    jest.advanceTimersByTime(5_001);
    await keys.find(key);
    expect(reads).toBe(2);
  });

  test('a well-formed unknown key is looked up once in ten seconds', async () => {
    rows = [];
    const key = newKey('SECRET', false);
    expect(await keys.find(key)).toBeUndefined();
    expect(await keys.find(key)).toBeUndefined();
    expect(reads).toBe(1);
    jest.advanceTimersByTime(10_001);
    await keys.find(key);
    expect(reads).toBe(2);
  });

  test('an event about the key or its account drops what is remembered', async () => {
    const key = newKey('SECRET', false);
    await keys.find(key);
    keys.dropKey('key_other');
    keys.dropAccount('acct_other');
    await keys.find(key);
    expect(reads).toBe(1);
    keys.dropKey('key_1');
    await keys.find(key);
    expect(reads).toBe(2);
    keys.dropAccount('acct_1');
    await keys.find(key);
    expect(reads).toBe(3);
  });

  test('a new key is found at once where its text was refused before', async () => {
    const key = newKey('SECRET', false);
    rows = [];
    await keys.find(key);
    rows = [row];
    keys.dropKey('key_1');
    expect(await keys.find(key)).toMatchObject({ id: row.id });
  });

  test('what was read before the event of a revocation is not cached after it', async () => {
    const key = newKey('SECRET', false);
    onRead = () => {
      rows = [{ ...row, revokedAt: new Date() }];
      keys.dropKey('key_1');
      onRead = () => undefined;
    };
    expect((await keys.find(key))?.isRevoked).toBe(false);
    expect((await keys.find(key))?.isRevoked).toBe(true);
  });

  test('the last use is written at most once a minute, and never for a revoked key', async () => {
    await keys.find(newKey('SECRET', false));
    expect(writes).toBe(1);
    rows = [{ ...row, lastUsedAt: new Date() }];
    await keys.find(newKey('SECRET', false));
    rows = [{ ...row, revokedAt: new Date() }];
    await keys.find(newKey('SECRET', false));
    expect(writes).toBe(1);
  });

  test('a look-up while the database is away is answered with 503, and repeated by the next request', async () => {
    const key = newKey('SECRET', false);
    onRead = () => {
      throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    };
    await expect(keys.find(key)).rejects.toMatchObject({ code: 'internal_error', status: 503, retryAfterSeconds: 1 });
    onRead = () => undefined;
    expect(await keys.find(key)).toMatchObject({ id: row.id });
  });

  test('the cache holds a bounded number of keys', async () => {
    const first = newKey('SECRET', false);
    await keys.find(first);
    for (let i = 0; i < 10_000; i++) await keys.find(newKey('SECRET', false));
    const before = reads;
    await keys.find(first);
    expect(reads).toBe(before + 1);
  });
});
