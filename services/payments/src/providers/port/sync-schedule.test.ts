import { describe, expect, test } from '@jest/globals';
import { nextScheduledAt } from './sync-schedule.ts';

describe('an undecided payment', () => {
  test('is polled after 10 s, 1 m, 5 m, 1 h and then daily for five days, then left to an operator', () => {
    const now = new Date('2030-01-01T00:00:00.000Z');
    const seconds = Array.from({ length: 10 }, (_, attempts) => {
      const at = nextScheduledAt(attempts, now);
      return at && (at.getTime() - now.getTime()) / 1000;
    });
    expect(seconds).toEqual([10, 60, 300, 3_600, 86_400, 86_400, 86_400, 86_400, 86_400, null]);
  });
});
