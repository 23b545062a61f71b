import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from './local-day.ts';
import { periodsOf, statsQuery } from './stats-query.ts';
import { problemOf } from './problem-of.test-support.ts';

const now = new Date('2026-03-18T22:30:00Z'); // in Cairo it is the 19th already
const starts = (query: object) => periodsOf(statsQuery.parse(query), now).map(({ from }) => from.toISOString());

test('without bounds: the last thirty days, with today', () => {
  const periods = starts({});
  expect([periods.length, periods.at(0), periods.at(-1)]).toEqual([
    30,
    '2026-02-17T00:00:00.000Z',
    '2026-03-18T00:00:00.000Z',
  ]);
  expect(starts({ timezone: 'Africa/Cairo' }).at(-1)).toBe('2026-03-18T22:00:00.000Z');
});

test('days are local, and the last one is included', () => {
  expect(starts({ from: '2026-03-01', to: '2026-03-02', timezone: 'Africa/Cairo' })).toEqual([
    '2026-02-28T22:00:00.000Z',
    '2026-03-01T22:00:00.000Z',
  ]);
});

test('weeks begin on Monday and months on the first, cut to the bounds', () => {
  expect(starts({ from: '2026-03-04', to: '2026-03-16', interval: 'week' })).toEqual([
    '2026-03-04T00:00:00.000Z',
    '2026-03-09T00:00:00.000Z',
    '2026-03-16T00:00:00.000Z',
  ]);
  expect(starts({ from: '2025-12-31T12:00:00Z', to: '2026-02-01T00:00:00Z', interval: 'month' })).toEqual([
    '2025-12-31T12:00:00.000Z',
    '2026-01-01T00:00:00.000Z',
  ]);
});

test('rows follow each other without a gap, whatever the zone does to its clocks', () => {
  const zones = fc.constantFrom('UTC', 'Africa/Cairo', 'America/Sao_Paulo', 'Asia/Riyadh', 'Australia/Lord_Howe');
  const days = fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      zones,
      days,
      fc.integer({ min: 0, max: 300 }),
      fc.constantFrom('day', 'week', 'month'),
      (timezone, from, more, interval) => {
        const to = new Date(Date.parse(from) + more * 86_400_000).toISOString().slice(0, 10);
        const periods = periodsOf(statsQuery.parse({ from, to, interval, timezone }), now);
        expect(periods.slice(1).map((period) => period.from)).toEqual(periods.slice(0, -1).map((period) => period.to));
        if (interval === 'day') expect(periods).toHaveLength(more + 1);
        for (const period of periods) expect(period.from.getTime()).toBeLessThan(period.to.getTime());
      },
    ),
  );
});

test.each([
  ['day', '2025-02-12'],
  ['week', addDays('2026-03-16', -399 * 7)],
  ['month', '1992-12-01'],
])('400 rows of a %s are accepted, 401 are not', (interval, from) => {
  const to = '2026-03-18';
  expect(starts({ from, to, interval })).toHaveLength(400);
  expect(problemOf(statsQuery, { from: addDays(from, -1), to, interval })?.code).toBe('parameter_out_of_range');
});

test('at most 400 rows, the newest, when the clock of test mode is far ahead', () => {
  const periods = periodsOf(statsQuery.parse({ from: '2026-01-01' }), new Date('2030-06-15T12:00:00Z'));
  expect([periods.length, periods.at(-1)?.from.toISOString()]).toEqual([400, '2030-06-15T00:00:00.000Z']);
});

describe('costs little', () => {
  test('a time zone is loaded once to check it and once for all of its days', () => {
    const loaded = jest.spyOn(Intl, 'DateTimeFormat');
    starts({ from: '2025-01-01', to: '2026-01-31', timezone: 'Asia/Kathmandu' });
    expect(loaded.mock.calls.length).toBeLessThanOrEqual(2);
    loaded.mockRestore();
  });

  test('a long period is checked without going through its days', () => {
    const read = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const readsFor = (from: string, to: string) => {
      read.mockClear();
      statsQuery.safeParse({ from, to });
      return read.mock.calls.length;
    };
    const short = readsFor('2026-03-01', '2026-03-02');
    expect(readsFor('2025-01-01', '2026-01-31')).toBe(short);
    expect(readsFor('1970-01-01', '2999-12-31')).toBe(short);
    expect(readsFor('0000-01-01T00:00:00Z', '2026-01-31')).toBe(0);
    read.mockRestore();
  });
});

test.each([
  [{ to: '9999-12-31T23:59:59Z' }, 'to'],
  [{ to: '0099-02-01T00:00:00Z' }, 'to'],
  [{ from: '0500-01-01T00:00:00Z', to: '0500-02-01T00:00:00Z' }, 'from'],
  [{ from: '9999-12-01T00:00:00Z', to: '9999-12-31T00:00:00Z', timezone: 'Pacific/Kiritimati' }, 'from'],
  [{ from: '1969-12-31T23:59:59Z', to: '1970-01-02' }, 'from'],
  [{ from: '3000-01-01T00:00:00Z' }, 'from'],
])('a time before 1970 or after 2999 is refused as such a day is: %j', (query, param) => {
  expect(problemOf(statsQuery, query, 'query')).toMatchObject({
    code: 'parameter_invalid',
    param,
    message: expect.stringContaining('from 1970 to 2999'),
  });
});

test('the first and the last time have rows in every time zone', () => {
  for (const timezone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    for (const bounds of [
      { from: '1970-01-01T00:00:00+14:00', to: '1970-01-01' },
      { from: '2999-12-31', to: '2999-12-31T23:59:59-12:00' },
    ])
      expect(starts({ ...bounds, timezone }).length).toBeGreaterThan(0);
});

describe('is refused', () => {
  test.each([
    [{ from: 'yesterday' }, 'parameter_invalid', 'from'],
    [{ from: 'Soap & Co', to: '🧼' }, 'parameter_invalid', 'from'],
    [{ from: '2020-01-01' }, 'parameter_out_of_range', 'from'],
    [{ from: '2026-02-30' }, 'parameter_invalid', 'from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'parameter_invalid', 'from'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'parameter_out_of_range', 'from'],
    [{ interval: 'year' }, 'parameter_invalid', 'interval'],
    [{ timezone: 'Mars/Olympus' }, 'parameter_invalid', 'timezone'],
    [{ page: '1' }, 'parameter_unknown', 'page'],
  ])('%j', (query, code, param) => {
    expect(problemOf(statsQuery, query)).toMatchObject({ code, param });
  });
});
