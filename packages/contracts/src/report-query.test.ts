import { expect, test } from '@jest/globals';
import { problemOf } from './problem-of.test-support.ts';
import { reportPeriodOf, reportQuery } from './report-query.ts';

const period = (query: object) => {
  const { from, to } = reportPeriodOf(reportQuery.parse(query));
  return [from.toISOString(), to.toISOString()];
};

test('dates are midnights of the time zone, UTC by default', () => {
  const month = { from: '2026-01-01', to: '2026-02-01' };
  expect(period(month)).toEqual(['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']);
  expect(period({ ...month, timezone: 'Africa/Cairo' })).toEqual([
    '2025-12-31T22:00:00.000Z',
    '2026-01-31T22:00:00.000Z',
  ]);
});

test('a month in which Cairo sets its clocks forward at midnight is an hour shorter, and the other one longer', () => {
  const cairo = { timezone: 'Africa/Cairo' };
  expect(period({ from: '2026-04-24', to: '2026-04-25', ...cairo })).toEqual([
    '2026-04-23T22:00:00.000Z', // midnight does not exist: the day starts at 01:00
    '2026-04-24T21:00:00.000Z',
  ]);
  expect(period({ from: '2026-10-29', to: '2026-10-30', ...cairo })).toEqual([
    '2026-10-28T21:00:00.000Z',
    '2026-10-29T22:00:00.000Z', // 25 hours: midnight comes an hour later
  ]);
});

test('times have their own offset', () => {
  expect(period({ from: '2026-01-01T02:00:00+02:00', to: '2026-01-01T10:30:00.250Z', timezone: 'Asia/Tokyo' })).toEqual(
    ['2026-01-01T00:00:00.000Z', '2026-01-01T10:30:00.250Z'],
  );
});

test.each([
  ['no start', { to: '2026-01-01' }, 'from', 'is required'],
  ['no end', { from: '2026-01-01' }, 'to', 'is required'],
  ['an unknown time zone', { from: '2026-01-01', to: '2026-02-01', timezone: 'Mars/Base' }, 'timezone', 'IANA'],
  ['an offset as time zone', { from: '2026-01-01', to: '2026-02-01', timezone: '+02:00' }, 'timezone', 'IANA'],
  ['an inverted period', { from: '2026-02-01', to: '2026-01-01' }, 'to', 'must be later than from'],
  ['an empty period', { from: '2026-01-01', to: '2026-01-01T00:00:00Z' }, 'to', 'must be later than from'],
  ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, 'from', 'from 1970 to 2999.'],
  ['a time on such a day', { from: '2026-02-30T00:00:00Z', to: '2026-03-10' }, 'from', 'must be a date'],
  ['a time without offset', { from: '2026-01-01T00:00:00', to: '2026-02-01' }, 'from', 'must be a date'],
  ['a plus sign that became a blank', { from: '2026-01-01T00:00:00 02:00', to: '2026-02-01' }, 'from', '%2B'],
  ['microseconds', { from: '2026-01-01T00:00:00.000001Z', to: '2026-02-01' }, 'from', 'must be a date'],
  ['a year before 1970', { from: '1969-12-31', to: '2026-02-01' }, 'from', 'must be a date'],
])('%s is refused and explained', (_what, query, param, message) => {
  expect(problemOf(reportQuery, query, 'query')).toMatchObject({
    code: 'parameter_invalid',
    param,
    message: expect.stringContaining(message),
  });
});
