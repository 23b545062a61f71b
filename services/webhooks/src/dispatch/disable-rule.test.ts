import { expect, test } from '@jest/globals';
import { shouldDisable } from './disable-rule.ts';

const failingSince = new Date('2025-01-01T00:00:00.000Z');
const after = (hours: number) => new Date(failingSince.getTime() + hours * 3_600_000);

test('120 hours of failures and at least 20 of them disable', () => {
  expect(shouldDisable({ failingSince, failures: 20 }, after(120))).toBe(true);
  expect(shouldDisable({ failingSince, failures: 20 }, after(119.99))).toBe(false);
  expect(shouldDisable({ failingSince, failures: 19 }, after(500))).toBe(false);
});

test('an endpoint whose last attempt succeeded is kept however often it failed before', () => {
  expect(shouldDisable({ failingSince: null, failures: 0 }, after(500))).toBe(false);
});
