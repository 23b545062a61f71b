import { expect, test } from '@jest/globals';
import { eventually } from './eventually.ts';

test('returns what the assertion returns once it holds', async () => {
  let attempts = 0;
  const value = await eventually(() => {
    attempts++;
    expect(attempts).toBeGreaterThan(2);
    return 'held';
  });
  expect(value).toBe('held');
});

test('fails with the assertion’s own failure when time runs out', async () => {
  await expect(eventually(() => expect(1).toBe(2), { timeoutMs: 50 })).rejects.toThrow('toBe');
});
