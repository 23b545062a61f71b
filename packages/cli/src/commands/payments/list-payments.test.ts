import { afterEach, describe, expect, test } from '@jest/globals';
import { runMizan } from '../../mizan.test-support.ts';

const id = (last: number) => `pi_${String(last).padStart(24, '0')}`;
const paymentOf = (last: number, changes: object = {}) => ({
  ...{ id: id(last), createdAt: '2026-11-27T05:25:00.000Z', status: 'SUCCEEDED', currency: 'EGP' },
  ...{ amount: 100_000, amountReceived: 100_000, amountRefunded: 0, description: 'Olive oil, 500 ml, and soap' },
  ...{ paymentMethod: { type: 'card' }, customer: { email: 'mona.adel@example.com' }, charges: [] },
  ...changes,
});
const whole = paymentOf(1);
const inPart = paymentOf(2, { amountReceived: 30_000, customer: null, description: 'Dates' });
const list = (data: readonly object[], ...options: string[]) =>
  runMizan(['payments', 'list', '--timezone', 'UTC', ...options], {
    answer: () => ({ data, totalCount: data.length, nextCursor: null }),
  });

describe('mizan payments list', () => {
  test('shows what was received of each payment beside its amount', async () => {
    const { out } = await list([whole, inPart]);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/ amount +amountReceived +amountRefunded +currency /);
    expect(rows).toEqual([
      expect.stringMatching(/ 1000\.00 +1000\.00 +0\.00 +EGP /),
      expect.stringMatching(/ 1000\.00 +300\.00 +0\.00 +EGP /),
    ]);
  });

  test('has it in minor and major units as CSV', async () => {
    const [head, row] = (await list([inPart], '--csv')).out.split('\r\n');
    expect(head).toMatch(
      /,amount,amountReceived,amountRefunded,currency,.*,amountDecimal,amountReceivedDecimal,amountRefundedDecimal$/,
    );
    expect(row).toMatch(/,100000,30000,0,EGP,.*,1000\.00,300\.00,0\.00$/);
  });

  test('has what was received of a payment in parts before the last, as payments show has it', async () => {
    const charge = { id: 'ch_1', status: 'PENDING', amount: 100_000, amountReceived: 20_000, currency: 'EGP' };
    const waiting = { status: 'PROCESSING', amountReceived: 0, latestCharge: charge, charges: [charge] };
    expect((await list([paymentOf(3, waiting)])).out).toMatch(/ 1000\.00 +200\.00 +0\.00 /);
  });
});

describe('on a terminal of 120 columns', () => {
  const { isTTY, columns } = process.stdout;
  const onTerminal = (data: readonly object[]) => {
    Object.assign(process.stdout, { isTTY: true, columns: 120 });
    return list(data);
  };
  afterEach(() => void Object.assign(process.stdout, { isTTY, columns }));

  test('each payment has one line; a refund of nothing is noted once', async () => {
    const { out, err } = await onTerminal([whole, inPart]);
    const lines = out.trimEnd().split('\n');
    expect(lines.map(({ length }) => length <= 120)).toEqual([true, true, true]);
    expect(lines[2]).toMatch(/ 1000\.00 +300\.00 /);
    expect(err).toMatch(/^In all rows: .*amountRefunded 0\.00/m);
  });

  test('refunds of some of them stay in the table', async () => {
    const { out, err } = await onTerminal([whole, { ...inPart, amountRefunded: 5_000 }]);
    expect(out).toMatch(/ 1000\.00 +300\.00 +50\.00 /);
    expect(err).not.toContain('amountRefunded');
  });
});
