import { describe, expect, test } from '@jest/globals';
import { hashKey, isWellFormedKey, keyFromSeed, keyPattern, newKey } from './api-key-format.ts';

describe('an API key', () => {
  const key = newKey('SECRET', false);

  test('names its type and mode, and is matched by the pattern for secret scanners', () => {
    expect(key).toMatch(/^mz_sk_test_[0-9A-Za-z]{36}$/);
    expect(newKey('RESTRICTED', true)).toMatch(/^mz_rk_live_/);
    expect(newKey('PUBLISHABLE', true)).toMatch(/^mz_pk_live_/);
    expect(keyPattern.test(key)).toBe(true);
  });

  test('is well formed; with any one character changed it is not', () => {
    expect(isWellFormedKey(key)).toBe(true);
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  test('two are never equal, and those of one seed always', () => {
    expect(newKey('SECRET', false)).not.toBe(key);
    const seed = Buffer.alloc(32, 7);
    expect(keyFromSeed('SECRET', false, seed)).toBe(keyFromSeed('SECRET', false, seed));
    expect(isWellFormedKey(keyFromSeed('SECRET', true, seed))).toBe(true);
  });

  test('its stored hash depends on the pepper', () => {
    const hash = hashKey(Buffer.alloc(32, 1), key);
    expect(hash).toHaveLength(32);
    expect(hash.equals(hashKey(Buffer.alloc(32, 2), key))).toBe(false);
  });

  test('text that is no key of ours is not well formed', () => {
    for (const text of ['', 'sk_test_123', `${key} `, key.toUpperCase(), key.replace('mz_', 'mx_'), `${key}\n`])
      expect(isWellFormedKey(text)).toBe(false);
  });
});
