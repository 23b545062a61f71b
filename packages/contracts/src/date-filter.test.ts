import { expect, test } from '@jest/globals';
import { dateParameter, dateRangeOf } from './date-filter.ts';

const range = (value: string, timezone: string, now = '2025-06-30T22:30:00Z') => {
  const { from, to } = dateRangeOf(dateParameter.parse(value), timezone, new Date(now));
  return [from.toISOString(), to.toISOString()];
};

test('eq is one local day', () => {
  expect(range('eq:2025-01-01', 'UTC')).toEqual(['2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z']);
  expect(range('eq:2025-01-01', 'Africa/Cairo')).toEqual(['2024-12-31T22:00:00.000Z', '2025-01-01T22:00:00.000Z']);
});

test('bt and its alias between include both days', () => {
  expect(range('bt:2025-01-01,2025-01-03', 'UTC')).toEqual(['2025-01-01T00:00:00.000Z', '2025-01-04T00:00:00.000Z']);
  expect(range('between:2025-01-01,2025-01-03', 'UTC')).toEqual(range('bt:2025-01-01,2025-01-03', 'UTC'));
});

test('last:n,days counts today, as the time zone sees it', () => {
  expect(range('last:1,days', 'UTC')).toEqual(['2025-06-30T00:00:00.000Z', '2025-07-01T00:00:00.000Z']);
  expect(range('last:1,days', 'Africa/Cairo')).toEqual(['2025-06-30T21:00:00.000Z', '2025-07-01T21:00:00.000Z']);
  expect(range('last:7,days', 'UTC')[0]).toBe('2025-06-24T00:00:00.000Z');
});

test('a day on which clocks change is as long as it is', () => {
  expect(range('eq:2025-03-09', 'America/New_York')).toEqual(['2025-03-09T05:00:00.000Z', '2025-03-10T04:00:00.000Z']);
  expect(range('eq:2025-11-02', 'America/New_York')).toEqual(['2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z']);
});

test('a day whose midnight the clocks skip begins at the end of the gap', () => {
  expect(range('eq:2025-04-25', 'Africa/Cairo')).toEqual(['2025-04-24T22:00:00.000Z', '2025-04-25T21:00:00.000Z']);
});

test.each([
  '',
  'last:0,days',
  'last:x,days',
  'last:3',
  'eq:2025-02-30',
  'eq:0001-01-01',
  'bt:2025-01-03,2025-01-01',
  'bt:2025-01-03',
])('"%s" is refused', (value) => {
  expect(dateParameter.safeParse(value).success).toBe(false);
});

test.each([
  ['eq:2025-02-30', 'must have days of the calendar, which 2025-02-30 is not'],
  ['bt:2025-01-01,2025-06-31', 'must have days of the calendar, which 2025-06-31 is not'],
  ['bt:2025-01-03,2025-01-01', 'must have the first day before the last'],
  ['eq:31.01.2025', expect.stringContaining('with days such as 2025-01-31')],
])('"%s" is refused with the reason', (value, reason) => {
  expect(dateParameter.safeParse(value).error?.issues[0]?.message).toEqual(reason);
});
