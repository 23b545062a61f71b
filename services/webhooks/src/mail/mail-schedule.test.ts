import { expect, test } from '@jest/globals';
import { nextAttemptAt, type AwaitedBy } from './mail-schedule.ts';

const queuedAt = new Date('2026-11-25T00:00:00.000Z');
const hoursLater = (hours: number) => new Date(queuedAt.getTime() + hours * 3_600_000);
const delaySeconds = (attempts: number, awaits: AwaitedBy, random = 0.5) =>
  ((nextAttemptAt({ attempts, queuedAt, awaits }, queuedAt, random)?.getTime() ?? NaN) - queuedAt.getTime()) / 1_000;

test('a mail server is tried again after minutes, later after hours', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map((attempt) => delaySeconds(attempt, 'server') / 60)).toEqual([
    1, 5, 15, 30, 60, 120, 240, 240, 240,
  ]);
});

test('what a mail says is waited for in seconds at first', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => delaySeconds(attempt, 'content'))).toEqual([1, 2, 5, 15, 60, 300, 300]);
});

test('a tenth earlier or later, so that the mails of an outage do not come back at once', () => {
  expect(delaySeconds(1, 'server', 0)).toBeCloseTo(54);
  expect(delaySeconds(1, 'server', 0.999999)).toBeCloseTo(66, 2);
});

test('for three days', () => {
  const mail = { attempts: 30, queuedAt, awaits: 'server' } as const;
  expect(nextAttemptAt(mail, hoursLater(72), 0.5)).toEqual(hoursLater(76));
  expect(nextAttemptAt(mail, hoursLater(72.1), 0.5)).toBeUndefined();
});
