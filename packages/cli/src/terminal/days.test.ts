import { expect, test } from '@jest/globals';
import { dayOf, isDay } from './days.ts';

test.each([
  ['yesterday', '2026-12-20'],
  ['today', '2026-12-21'],
  ['tomorrow', '2026-12-22'],
  ['2026-01-31', '2026-01-31'],
])('%s is the day %s of the time zone', (text, day) => {
  expect(dayOf(text, { now: new Date('2026-12-20T22:41:00Z'), timezone: 'Africa/Cairo' })).toBe(day);
});

test.each(['2026-13-01', '2026-02-30', '2026-1-1', 'today', '2026-01-01T00:00Z'])(
  '%s is not written as a day',
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);
