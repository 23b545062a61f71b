import { describe, expect, test } from '@jest/globals';
import { addDays, localDay } from '@mizan/contracts';
import { runMizan, type Sent } from '../mizan.test-support.ts';

const now = '2026-12-20T22:41:00.000Z'; // the test clock; the 21st in Cairo
const answer = ({ path }: Sent) =>
  path === '/test-helpers/clock' ? { now } : path.startsWith('/operator/') ? { findings: [], totals: [] } : undefined;
const requestOf = async (path: string, ...args: string[]) => {
  const { sent, err } = await runMizan(args, { answer });
  return { query: Object.fromEntries(sent.find((each) => each.path === path)?.query ?? []), err };
};
const cairo = ['--timezone', 'Africa/Cairo'];

describe('mizan reports', () => {
  const report = (...args: string[]) => requestOf('/reports/payments.csv', 'reports', 'payments', ...args);

  test('takes words for days of the account', async () => {
    const { query } = await report('--from', 'yesterday', '--to', 'tomorrow', ...cairo);
    expect(query).toEqual({ from: '2026-12-20', to: '2026-12-22', timezone: 'Africa/Cairo' });
  });

  test('sends days and times as they are', async () => {
    const times = { from: '2026-12-01', to: '2026-12-01T10:00:00Z', timezone: 'UTC' };
    expect((await report('--from', times.from, '--to', times.to)).query).toEqual(times);
  });

  test.each([
    ['2026-12-01', '2026-12-01'],
    ['2026-12-01', '2026-11-01'],
  ])('from %s to %s says which day --to is', async (from, to) => {
    expect(await report('--from', from, '--to', to)).toEqual({
      query: {},
      err: 'mizan: --to must be later than --from: it is the day after the last one. For 2026-12-01 alone, use --to 2026-12-02.\n',
    });
  });

  test('a time zone that does not exist is refused', async () => {
    expect((await report('--from', 'today', '--to', 'tomorrow', '--timezone', 'Moon/Sea')).err).toContain(
      'Africa/Cairo',
    );
  });
});

describe('mizan reconcile', () => {
  const reconcile = async (...args: string[]) =>
    (await requestOf('/operator/reconciliation', 'reconcile', ...args)).query;
  const today = localDay(new Date(), 'UTC'); // payments of live mode have no test clock
  const startOf = (day: string) => `${day}T00:00:00.000Z`;

  test('takes yesterday and today', async () => {
    const yesterday = addDays(today, -1);
    expect(await reconcile('--date', 'yesterday')).toEqual({ from: startOf(yesterday), to: startOf(today) });
    expect(await reconcile('--from', 'yesterday', '--to', 'today')).toEqual({
      from: startOf(yesterday),
      to: startOf(addDays(today, 1)),
    });
  });

  test('refuses any other word', async () => {
    const { err } = await runMizan(['reconcile', '--date', 'tomorrow'], { answer });
    expect(err).toContain('It must be yesterday, today or a day such as 2026-12-01.');
  });
});

test('yesterday of a key that may not read the test clock is that of the real time, with a notice', async () => {
  const { err, sent } = await runMizan(['payments', 'list', '--date', 'yesterday', '--timezone', 'UTC']);
  expect(err).toMatch(
    /^The real time is used\. If you have moved the test clock of the account, use a key with TEST_HELPER_WRITE\.\n/,
  );
  expect(sent.at(-1)?.query.get('date')).toBe(`eq:${addDays(localDay(new Date(), 'UTC'), -1)}`);
});

test.each([
  ['bt:2026-12-31,2026-12-01', '`bt:2026-12-31,2026-12-01`: the first day must not be after the second.'],
  ['last week', '`last week` is not a day or period. Use today, yesterday, 2026-12-01,'],
])('--date %s is refused', async (date, message) => {
  const { err, sent } = await runMizan(['payments', 'list', '--date', date]);
  expect(err).toContain(`mizan: --date: ${message}`);
  expect(sent).toEqual([]);
});
