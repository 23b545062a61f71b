import { expect, test } from '@jest/globals';
import { nextPayoutAt } from './next-payout-at.ts';

const at = (schedule: object, after: string) =>
  nextPayoutAt({ interval: 'manual', weekday: null, monthDay: null, ...schedule }, new Date(after))?.toISOString();

test.each([
  [{ interval: 'daily' }, '2026-11-24T15:00:00.000Z', '2026-11-25T00:00:00.000Z'],
  [{ interval: 'daily' }, '2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
  [{ interval: 'weekly', weekday: 1 }, '2026-11-24T15:00:00.000Z', '2026-11-30T00:00:00.000Z'],
  [{ interval: 'weekly', weekday: 7 }, '2026-11-29T00:00:00.000Z', '2026-12-06T00:00:00.000Z'],
  [{ interval: 'monthly', monthDay: 1 }, '2026-12-24T15:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  [{ interval: 'monthly', monthDay: 31 }, '2027-01-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z'],
  [{ interval: 'monthly', monthDay: 31 }, '2028-02-01T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  [{ interval: 'monthly', monthDay: 30 }, '2027-02-28T00:00:00.000Z', '2027-03-30T00:00:00.000Z'],
])('a schedule %j follows %s at %s', (schedule, after, next) => expect(at(schedule, after)).toBe(next));

test('a manual schedule creates no payouts', () => expect(at({}, '2026-11-24T15:00:00.000Z')).toBeUndefined());
