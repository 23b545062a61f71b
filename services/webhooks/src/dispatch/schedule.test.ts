import { describe, expect, test } from '@jest/globals';
import { attemptsAllowed, nextStep, shouldDisable, type FailedAttempt } from './schedule.ts';

const now = new Date('2025-01-01T00:00:00.000Z');
const hour = 3_600_000;
const middle = 0.5;

const failed = (attempt: number, more: Partial<FailedAttempt> = {}): FailedAttempt => ({
  livemode: true,
  attempt,
  statusCode: 500,
  timedOut: false,
  retryAfterSeconds: null,
  createdAt: now,
  ...more,
});

/** Seconds until the next attempt, or the step that ends the delivery. */
function after(attempt: FailedAttempt, random = middle, at = now): number | string {
  const next = nextStep(attempt, at, random);
  return next.step === 'retry' ? (next.at.getTime() - at.getTime()) / 1_000 : next.step;
}

describe('schedule', () => {
  test('live: ten attempts at 0, 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h after the one before', () => {
    expect(attemptsAllowed(true)).toBe(10);
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((attempt) => after(failed(attempt)));
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 'exhausted']);
  });

  test('test mode: five attempts at 0, 5 s, 30 s, 5 m, 30 m', () => {
    expect(attemptsAllowed(false)).toBe(5);
    const delays = [1, 2, 3, 4, 5].map((attempt) => after(failed(attempt, { livemode: false })));
    expect(delays).toEqual([5, 30, 300, 1_800, 'exhausted']);
  });

  test('jitter stays within ten per cent either way and uses all of it', () => {
    expect(after(failed(2), 0)).toBeCloseTo(270, 3);
    expect(after(failed(2), 0.999_999_9)).toBeCloseTo(330, 1);
  });

  test('a timeout or 429 adds at least a minute in live mode', () => {
    expect(after(failed(1, { statusCode: null, timedOut: true }), 0)).toBeGreaterThanOrEqual(60);
    expect(after(failed(1, { statusCode: 429 }), 0)).toBeGreaterThanOrEqual(60);
    expect(after(failed(1, { statusCode: 429, livemode: false }))).toBe(5);
    expect(after(failed(1, { statusCode: 503 }))).toBe(5);
  });

  test('Retry-After of 429 and 503 is honoured up to 24 hours, and never shortens a delay', () => {
    expect(after(failed(1, { statusCode: 503, retryAfterSeconds: 7_000 }))).toBe(7_000);
    expect(after(failed(1, { statusCode: 429, retryAfterSeconds: 7_000 }))).toBe(7_000);
    expect(after(failed(1, { statusCode: 503, retryAfterSeconds: 10 ** 9 }))).toBe(86_400);
    expect(after(failed(2, { statusCode: 503, retryAfterSeconds: 1 }))).toBe(300);
    expect(after(failed(1, { statusCode: 500, retryAfterSeconds: 7_000 }))).toBe(5);
  });

  test('410 ends the delivery at once, on the first attempt too', () => {
    expect(after(failed(1, { statusCode: 410 }))).toBe('gone');
    expect(after(failed(10, { statusCode: 410, livemode: false }))).toBe('gone');
  });

  test('no attempt begins later than 90 hours after the delivery was made', () => {
    const late = (hours: number) => new Date(now.getTime() + hours * hour);
    expect(after(failed(9), middle, late(66))).toBe(86_400);
    expect(after(failed(9), middle, late(66.1))).toBe('exhausted');
    expect(after(failed(2, { statusCode: 503, retryAfterSeconds: 86_400 }), middle, late(70))).toBe('exhausted');
  });

  test('the whole live schedule fits into its 90 hours whatever the jitter', () => {
    let at = now;
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const next = nextStep(failed(attempt, { timedOut: true, statusCode: null }), at, 0.999_999);
      if (next.step !== 'retry') throw new Error(`ended after attempt ${attempt}`);
      at = next.at;
    }
    expect(at.getTime() - now.getTime()).toBeLessThan(90 * hour);
  });
});

describe('disabling an endpoint', () => {
  const failingSince = new Date('2025-01-01T00:00:00.000Z');
  const hoursLater = (hours: number) => new Date(failingSince.getTime() + hours * 3_600_000);

  test('120 hours of failures and at least 20 of them disable', () => {
    expect(shouldDisable({ failingSince, failures: 20 }, hoursLater(120))).toBe(true);
    expect(shouldDisable({ failingSince, failures: 20 }, hoursLater(119.99))).toBe(false);
    expect(shouldDisable({ failingSince, failures: 19 }, hoursLater(500))).toBe(false);
  });

  test('an endpoint whose last attempt succeeded stays enabled, however often it failed before', () => {
    expect(shouldDisable({ failingSince: null, failures: 0 }, hoursLater(500))).toBe(false);
  });
});
