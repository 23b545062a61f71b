import { describe, expect, test } from '@jest/globals';
import { addDays, localDay } from '@mizan/contracts';
import { runMizan, type Sent } from '../mizan.test-support.ts';

const arabic = (text: string): string => text.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
const inQuery = ({ query }: Sent): string => [...query.values()].join(' ');
const pathOf = ({ path }: Sent): string => path;
const inBody = ({ body }: Sent): string => JSON.stringify(body);
/** Refuses what the tests are about: it is sent by then. */
const answer = ({ method, path }: Sent) =>
  method === 'GET' && path === '/operator/payouts' ? { data: [{}], nextCursor: null } : undefined;
const tomorrow = addDays(localDay(new Date(), 'UTC'), 1);
const link = ['links', 'create', '--name', 'Soap', '--amount', '9.50'];
const code = ['codes', 'create', 'SALE25'];

describe('numbers and days are the same in Arabic digits', () => {
  test.each([
    ['payments list --date', ['payments', 'list', '--date', arabic('2026-12-01')], inQuery, 'eq:2026-12-01'],
    ['a period', ['refunds', 'list', '--date', arabic('last:7,days')], inQuery, 'last:7,days'],
    ['--limit', ['payments', 'list', '--limit', arabic('7')], inQuery, '7'],
    [
      'reports --from',
      ['reports', 'payments', '--from', arabic('2026-11-01'), '--to', '2026-12-01'],
      inQuery,
      '2026-11-01',
    ],
    [
      'reports --to',
      ['reports', 'payments', '--from', '2026-11-01', '--to', arabic('2026-12-01')],
      inQuery,
      '2026-12-01',
    ],
    ['reconcile --date', ['reconcile', '--date', arabic('2026-11-01')], inQuery, '2026-11-01T00:00:00.000Z'],
    ['reconcile --from', ['reconcile', '--from', arabic('2026-11-01')], inQuery, '2026-11-01T00:00:00.000Z'],
    ['--expires-at', [...link, '--expires-at', arabic('2027-01-02T10:30Z')], inBody, '"2027-01-02T10:30:00.000Z"'],
    ['--quantity', [...link, '--quantity', arabic('3')], inBody, '"quantity":3'],
    ['--max-payments', [...link, '--max-payments', arabic('12')], inBody, '"maxCompletions":12'],
    ['--percent', [...code, '--percent', `${arabic('12')}٫${arabic('5')}٪`], inBody, '"percentOff":12.5'],
    ['--max-uses', [...code, '--coupon', 'coupon_1', '--max-uses', arabic('100')], inBody, '"maxRedemptions":100'],
    ['rates set', ['rates', 'set', 'GBP', 'EGP', `${arabic('62')}٫${arabic('5')}`, '--yes'], inBody, '"rate":62.5'],
    ['clock advance', ['clock', 'advance', arabic('2h')], inBody, '"advance":"2h"'],
    [
      'clock advance --to',
      ['clock', 'advance', '--to', arabic('2027-01-01T09:00:00Z')],
      inBody,
      '"2027-01-01T09:00:00Z"',
    ],
    [
      'a dispute fee',
      ['accounts', 'update', 'acct_1', '--dispute-fee', `EGP=${arabic('15')}٫${arabic('00')}`],
      inBody,
      '"amount":1500',
    ],
    ['ledger verify --wait', ['ledger', 'verify', '--wait', arabic('0')], pathOf, '/operator/ledger/verification'],
    [
      'events replay --since',
      ['events', 'replay', '--to', '3000', '--since', arabic('2h')],
      pathOf,
      '/test-helpers/clock',
    ],
    ['a receipt', ['payments', 'show', arabic('R-2026-31')], inQuery, 'R-2026-000031'],
    ['payouts export --date', ['payouts', 'export', '--format', 'csv', '--date', arabic(tomorrow)], inBody, tomorrow],
  ])('%s', async (_what, args, read, wanted) => {
    const { sent } = await runMizan(args, { answer });
    expect(sent.map(read).join('\n')).toContain(wanted);
  });
});
