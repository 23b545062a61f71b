import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
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
