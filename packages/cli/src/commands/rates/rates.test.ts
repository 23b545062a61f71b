import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const step = 'It differs from the one before, 48.5, by 30 %.';
const digits = '0.005 has few significant digits: six decimals are kept.';
const seeded = { id: 'fxr_1', base: 'USD', quote: 'EGP', rate: 48.5, livemode: false, source: 'seed', isStale: false };
const stale = { ...seeded, id: 'fxr_2', rate: 49, livemode: true, source: 'bank', isStale: true };

interface Wanted {
  readonly rates: readonly { readonly base: string; readonly quote: string; readonly rate: number | string }[];
  readonly mode?: string;
  readonly dryRun?: boolean;
}
interface Platform {
  readonly typed?: string;
  /** The rates that apply now. */
  readonly current?: readonly object[];
}

/** Runs a command of rates where these apply. */
async function runRates(args: readonly string[], { typed, current = [seeded] }: Platform) {
  const answer = ({ method, body }: Sent) => {
    if (method === 'GET') return { data: current, totalCount: current.length };
    const { rates, mode, dryRun = false } = body as Wanted;
    const modes = [false, true].filter((livemode) => mode === undefined || (mode === 'live') === livemode);
    const changes = rates.flatMap((rate) =>
      modes.map((livemode) => ({ ...rate, rate: Number(rate.rate), livemode, warnings: [step, digits] })),
    );
    return { dryRun, changes };
  };
  const run = await runMizan(['rates', ...args], { answer, ...(typed !== undefined && { typed }) });
  const puts = run.sent.filter(({ method }) => method === 'PUT');
  const isDryRun = ({ body }: Sent) => (body as Wanted).dryRun === true;
  return { ...run, dryRuns: puts.filter(isDryRun), changes: puts.filter((sent) => !isDryRun(sent)) };
}

const set = (args: readonly string[], platform: Platform = {}) => runRates(['set', 'usd', 'egp', ...args], platform);

/** Without the control sequences around it. */
const questionIn = (err: string) => /(?:Set )?\d+ (?:USD|rates).*(?= \[y\/N\] )/.exec(err)?.[0];

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
    const reads = sent.filter(({ method }) => method === 'GET');
    expect(reads.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/operator/exchange-rates?base=USD&quote=EGP&mode=live&limit=100',
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
  const { questions, sent } = await set(['485', '--dry-run'], { typed: 'n' });
  expect([questions, sent]).toMatchObject([0, [{ body: { dryRun: true } }]]);
});

test.each(['0', '48,5', '1.2345678'])('no question is put for %s, which is no rate', async (rate) => {
  const { status, sent } = await set([rate], { typed: 'y' });
  expect([status, sent]).toEqual([1, []]);
});

test('a dry run carries no idempotency key, so that rates are set with the key of the command', async () => {
  const { dryRuns, changes } = await set(['50']);
  expect(dryRuns.map(({ idempotencyKey }) => idempotencyKey)).toEqual([undefined]);
  expect(changes).toMatchObject([{ idempotencyKey: expect.stringMatching(/^run_[0-9a-f-]{36}$/) }]);
});

test('a dry run without an answer is sent once, and does not say that it may have taken effect', async () => {
  const answer = ({ method }: Sent) =>
    method === 'GET' ? { data: [], totalCount: 0 } : { error: { code: 'internal_error', message: 'No.' } };
  const { sent, err } = await runMizan(['rates', 'set', 'usd', 'egp', '50'], { answer });
  expect(sent).toHaveLength(1);
  expect(err).not.toContain('It is not known');
});

describe('rates of a file', () => {
  const importing = async (lines: string, more: readonly string[] = [], platform: Platform = {}) => {
    const file = join(mkdtempSync(join(tmpdir(), 'mizan-rates-')), 'rates.csv');
    writeFileSync(file, lines);
    return runRates(['import', file, ...more], { current: [{ ...stale, rate: 48.5 }], ...platform });
  };
  const live = ['--mode', 'live'];
  const repeat = 'Nothing was done. If it is right, repeat the command with --yes.';

  test.each([
    ['485', '1 USD = 485 EGP is 10 times the rate that applies in live mode now, 48.5.'],
    ['4.85', '1 USD = 4.85 EGP is 10 % of the rate that applies in live mode now, 48.5.'],
  ])('are not set by a script where one is far from the current one: %s', async (rate, doubt) => {
    const { status, err, changes } = await importing(`USD,EGP,${rate}\nKWD,EGP,1\n`, live);
    expect([status, err, changes]).toEqual([1, `mizan: ${doubt} ${repeat}\n`, []]);
    expect((await importing(`USD,EGP,${rate}\n`, [...live, '--yes'])).changes).toHaveLength(1);
  });

  test('are set by a script where none is far, or where there is no current one', async () => {
    expect((await importing('USD,EGP,49\nKWD,EGP,900\n', live)).changes).toHaveLength(1);
  });

  test('that are all far, as in a file of the other direction, are counted', async () => {
    const current = ['USD', 'KWD', 'SAR'].map((base) => ({ ...seeded, id: `fxr_${base}`, base, rate: 48.5 }));
    const { err } = await importing('USD,EGP,0.02\nKWD,EGP,0.01\nSAR,EGP,0.03\n', [], { current });
    expect(err).toContain(
      'now, 48.5. 2 other rates are also more than twice or less than half of the current one. Nothing was done.',
    );
    const two = await importing('USD,EGP,0.02\nKWD,EGP,0.01\n', live, {
      current: current.map((each) => ({ ...each, livemode: true })),
    });
    expect(two.err).toContain(' 1 other rate is also more than twice or less than half of the current one. ');
  });

  test.each([
    ['USD,EGP,49\nKWD,EGP,158\n', [], 'Set 2 rates in live and test mode?'],
    ['USD,EGP,49\nKWD,EGP,158\n', live, 'Set 2 rates in live mode?'],
    ['USD,EGP,49\n', live, 'Set 1 USD = 49 EGP in live mode? Now it is 48.5 (stale) in live mode.'],
  ])('are confirmed by a person: %j %j', async (lines, more, question) => {
    const refused = await importing(lines, more, { typed: 'n' });
    expect([questionIn(refused.err), refused.changes]).toEqual([question, []]);
    expect((await importing(lines, more, { typed: 'y' })).changes).toHaveLength(1);
  });

  test('of a dry run are sent once, without a question', async () => {
    const { questions, sent } = await importing('USD,EGP,485\n', ['--dry-run'], { typed: 'n' });
    expect([questions, sent]).toMatchObject([0, [{ body: { dryRun: true } }]]);
  });
});

test('a refusal of the only rate names its argument, or the line of the file that it is in', async () => {
  const error = { code: 'parameter_invalid', message: 'rates[0].base must be a currency.', param: 'rates[0].base' };
  const run = (args: readonly string[]) => runMizan(['rates', ...args, '--yes'], { answer: () => ({ error }) });
  expect((await run(['set', 'AAA', 'EGP', '5'])).err).toMatch(/^mizan: <base> must be a currency\.\n/);
  const file = join(mkdtempSync(join(tmpdir(), 'mizan-rates-')), 'rates.csv');
  writeFileSync(file, 'AAA,EGP,5\n');
  expect((await run(['import', file])).err).toMatch(/^mizan: line 1: rates\[0\]\.base must be a currency\./);
});
