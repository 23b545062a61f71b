import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const step = 'It differs from the one before, 48.5, by 30 %.';
const digits = '0.005 has few significant digits: six decimals are kept.';
const seeded = { base: 'USD', quote: 'EGP', rate: 48.5, livemode: false, source: 'seed', isStale: false };
const stale = { ...seeded, rate: 49, livemode: true, source: 'bank', isStale: true };

/** Sets a rate of dollars where these apply. */
async function set(
  args: readonly string[],
  { typed, current = [seeded] }: { typed?: string; current?: object[] } = {},
) {
  const change = { base: 'USD', quote: 'EGP', livemode: true, warnings: [step, digits] };
  const answer = ({ method }: Sent) =>
    method === 'GET' ? { data: current, totalCount: current.length } : { dryRun: false, changes: [change] };
  const line = ['rates', 'set', 'usd', 'egp', ...args];
  const run = await runMizan(line, { answer, ...(typed !== undefined && { typed }) });
  return { ...run, changes: run.sent.filter(({ method }) => method === 'PUT') };
}

/** Without the control sequences around it. */
const questionIn = (err: string) => /(?:Set )?1 USD = .*(?= \[y\/N\] )/.exec(err)?.[0];

describe('before a rate is set, a person is shown the new one and those that apply now', () => {
  test.each([
    [
      ['50'],
      [seeded],
      'Set 1 USD = 50 EGP in live and test mode? Now it is not set in live mode, and 48.5 in test mode.',
    ],
    [
      ['50.25'],
      [stale, seeded],
      'Set 1 USD = 50.25 EGP in live and test mode? Now it is 49 (stale) in live mode, and 48.5 in test mode.',
    ],
    [['50', '--mode', 'live'], [stale], 'Set 1 USD = 50 EGP in live mode? Now it is 49 (stale) in live mode.'],
    [['50', '--mode', 'live'], [], 'Set 1 USD = 50 EGP in live mode? Now it is not set in live mode.'],
  ])('%j where %j', async (args, current, question) => {
    const { err, changes } = await set(args, { typed: 'n', current });
    expect([questionIn(err), changes]).toEqual([question, []]);
  });

  test('of the mode that is set', async () => {
    const { sent } = await set(['50', '--mode', 'live'], { typed: 'n', current: [] });
    expect(sent.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/operator/exchange-rates?base=USD&quote=EGP&mode=live',
    ]);
  });
});

describe('a rate of more than twice or less than half of the current one', () => {
  const tenfold = '1 USD = 485 EGP is 10 times the rate that applies in test mode now, 48.5.';
  const repeat = 'Nothing was done. If it is right, repeat the command with --yes.';

  test.each([
    ['485', [seeded], tenfold],
    ['4.85', [seeded], '1 USD = 4.85 EGP is 10 % of the rate that applies in test mode now, 48.5.'],
    ['98', [seeded], '1 USD = 98 EGP is 2.02 times the rate that applies in test mode now, 48.5.'],
    ['0.0206', [stale], '1 USD = 0.0206 EGP is 0.042 % of the rate that applies in live mode now, 49.'],
  ])('is refused to a script without --yes: %s', async (rate, current, doubt) => {
    const { status, err, changes } = await set([rate], { current });
    expect([status, err, changes]).toEqual([1, `mizan: ${doubt} ${repeat}\n`, []]);
  });

  test('is doubted in a terminal, and set after y', async () => {
    const { err, changes } = await set(['485'], { typed: 'y' });
    const now = 'Now it is not set in live mode, and 48.5 in test mode.';
    expect(questionIn(err)).toBe(`${tenfold} Set 1 USD = 485 EGP in live and test mode? ${now}`);
    expect(changes).toMatchObject([
      { body: { rates: [{ base: 'USD', quote: 'EGP', rate: 485 }], source: 'operator' } },
    ]);
  });

  test.each(['24.25', '97'])('is none of these: a script sets %s without --yes', async (rate) => {
    expect((await set([rate])).changes).toHaveLength(1);
  });
});

test('what the API warns of is printed, whether the rate was confirmed or not', async () => {
  const text = (warning: string) => `warning: USD to EGP: ${warning}\n`;
  expect((await set(['485', '--yes'])).err).toBe(text(step) + text(digits));
  expect((await set(['60'])).err).toBe(text(step) + text(digits));
});

test('a dry run asks nothing', async () => {
  const { questions, changes } = await set(['485', '--dry-run'], { typed: 'n' });
  expect([questions, changes]).toMatchObject([0, [{ body: { dryRun: true } }]]);
});

test.each(['0', '48,5', '1.2345678'])('no question is put for %s, which is no rate', async (rate) => {
  const { status, sent } = await set([rate], { typed: 'y' });
  expect([status, sent]).toEqual([1, []]);
});

describe('rates of a file', () => {
  const change = (rate: number) => ({
    base: 'USD',
    quote: 'EGP',
    rate,
    previousRate: null,
    livemode: true,
    warnings: [],
  });
  const importing = async (rate: number, ...more: string[]) => {
    const file = join(mkdtempSync(join(tmpdir(), 'mizan-rates-')), 'rates.csv');
    writeFileSync(file, `USD,EGP,${rate}\n`);
    const answer = ({ method }: Sent) =>
      method === 'GET' ? { data: [{ ...stale, rate: 48.5, id: 'fxr_1' }], totalCount: 1 } : { changes: [change(rate)] };
    const run = await runMizan(['rates', 'import', file, '--mode', 'live', ...more], { answer });
    return {
      ...run,
      set: run.sent.filter(({ method, body }) => method === 'PUT' && !(body as { dryRun?: true }).dryRun),
    };
  };

  test('are not set by a script where one is more than twice or less than half of the one before', async () => {
    const { err, set: changed } = await importing(485);
    expect([err, changed]).toEqual([
      'mizan: 1 USD = 485 EGP is 10 times the rate that applies in live mode now, 48.5. Nothing was done. If it is right, repeat the command with --yes.\n',
      [],
    ]);
    expect((await importing(485, '--yes')).set).toHaveLength(1);
    expect((await importing(49)).set).toHaveLength(1);
  });
});
