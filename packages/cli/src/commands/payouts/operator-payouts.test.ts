import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const payout = {
  ...{ id: 'po_1', accountId: 'acct_1', amount: 123_456, currency: 'EGP', holderName: 'Siwa Trading' },
  ...{ iban: 'EG380019000500000000263180002', country: 'EG', statementDescriptor: null, status: 'IN_TRANSIT' },
};
const exported =
  (payouts: object[], pending = payouts) =>
  (sent: Sent) =>
    sent.method === 'GET'
      ? { data: pending, totalCount: pending.length }
      : {
          ...{ id: sent.path.split('/').at(-1), object: 'payout_export', executionDate: '2026-12-01', payouts },
          createdAt: '2026-11-30T22:15:00.123Z',
        };
const exporting = (...args: string[]) => runMizan(['payouts', 'export', ...args], { answer: exported([payout]) });
const debtor = (iban: string, ...more: string[]) => [
  ...['--format', 'pain001', '--debtor-name', 'Mizan Payments SAE', '--debtor-iban', iban, ...more],
];
const folder = () => mkdtempSync(join(tmpdir(), 'mizan-export-'));

describe('no payout is taken, and no ID is printed,', () => {
  const full = folder();
  writeFileSync(join(full, 'file'), '');

  test.each([
    ['for an IBAN with a digit that is wrong', debtor('EG390019000500000000263180002'), 'is not an IBAN'],
    ['for a BIC that is none', debtor('EG380019000500000000263180002', '--debtor-bic', 'NBE'), 'NBE is not a BIC'],
    [
      'for a word in the place of a day',
      ['--date', 'yesterday'],
      '`yesterday` is not a day: write one that is not in the past, such as',
    ],
    ['for a day that does not exist', ['--date', '2026-02-30'], '`2026-02-30` is not a day'],
    [
      'for a day in the past',
      ['--date', '2020-01-31'],
      '--date: 2020-01-31 is in the past. The bank can execute payouts today',
    ],
    [
      'without an IBAN',
      ['--format', 'pain001', '--debtor-name', 'Mizan Payments SAE'],
      'pain001 needs --debtor-iban, or MIZAN_DEBTOR_IBAN: the account that pays.',
    ],
    [
      'without any account',
      ['--format', 'pain001'],
      'pain001 needs --debtor-name and --debtor-iban, or MIZAN_DEBTOR_NAME and MIZAN_DEBTOR_IBAN: ',
    ],
    [
      'for the key of a job, with which the first export would be written each time',
      ['--idempotency-key', 'nightly'],
      'An export takes no key of your own. If the command fails, repeat it with --export and the ID that it has printed.',
    ],
    ['for a folder that does not exist', ['--output', join(full, 'none', 'a.csv')], 'No such folder: '],
    ['for a folder in the place of the file', ['--output', full], `${full} is a folder: add the name of a file.`],
    ['for a file in the place of the folder', ['--output', join(full, 'file', 'a.csv')], 'Cannot write '],
  ])('%s', async (_when, args, message) => {
    const { status, out, err, sent } = await exporting(...args);
    expect([status, out, sent]).toEqual([1, '', []]);
    expect(err).toMatch(/^mizan: /);
    expect(err).toContain(message);
  });

  test('without an operator token', async () => {
    const credentials = ['--api-key', 'sk_test_1'];
    const { err, sent } = await runMizan(['payouts', 'export'], { credentials });
    expect(err).toMatch(/^mizan: No operator token\./);
    expect(sent).toEqual([]);
  });
});

describe('where nothing is pending, nothing is exported, and the command succeeds:', () => {
  const nothing = 'There is nothing to export: no payout of live mode';

  test('no ID is printed, and no export is created', async () => {
    const { status, err, sent } = await runMizan(['payouts', 'export', '--currency', 'usd'], { answer: exported([]) });
    expect([status, err]).toEqual([0, `${nothing} in USD is pending.\n`]);
    expect(sent.map(({ method, path, query }) => `${method} ${path}?${query}`)).toEqual([
      'GET /operator/payouts?status=PENDING&limit=1&currency=USD',
    ]);
  });

  test('also where another export has just taken what was pending', async () => {
    const { status, err } = await runMizan(['payouts', 'export'], { answer: exported([], [payout]) });
    expect([status, err]).toEqual([0, expect.stringMatching(/^Export exp_[0-9a-f]{24}\nThere is nothing to export: /)]);
  });
});

test('an export that is repeated with its key has the same ID, and does not look for what it may have taken', async () => {
  const first = await exporting();
  const put = first.sent.at(-1);
  const repeated = await exporting('--idempotency-key', put?.idempotencyKey ?? '');
  expect(repeated.sent).toMatchObject([{ method: 'PUT', path: put?.path, idempotencyKey: put?.idempotencyKey }]);
});

test('today is no day in the past, and an earlier export is written again on a later day', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { sent } = await exporting('--date', today);
  expect(sent).toMatchObject([{ method: 'GET' }, { method: 'PUT', body: { executionDate: today } }]);
  expect((await exporting('--date', '2020-01-31', '--export', 'exp_1')).status).toBe(0);
});

test('an export that is repeated with its key after midnight keeps the day of its first run', async () => {
  const key = ['--idempotency-key', 'run_7d1f8a52-3c2b-4a57-9a40-0123456789ab'];
  const { sent } = await exporting('--date', '2020-01-31', ...key);
  expect(sent).toMatchObject([{ method: 'PUT', body: { executionDate: '2020-01-31' } }]);
});

test('an IBAN and a BIC may be pasted in lower case and with blanks', async () => {
  const { out } = await exporting(...debtor('eg38 0019 0005 0000 0000 2631 80002', '--debtor-bic', 'nbegegcx'));
  expect(out).toContain('<IBAN>EG380019000500000000263180002</IBAN>');
  expect(out).toContain('<BICFI>NBEGEGCX</BICFI>');
});

test('the file has its name when it is complete, and is left as it was if there is nothing to write', async () => {
  const [inside, outside] = [folder(), folder()];
  const file = join(inside, 'payouts.csv');
  expect((await exporting('--output', file)).status).toBe(0);
  expect(readFileSync(file, 'utf8')).toMatch(/^id,account,.*\r\npo_1,acct_1,1234\.56,EGP,/);
  const empty = await runMizan(['payouts', 'export', '--output', file], { answer: exported([]) });
  expect([empty.status, empty.err]).toEqual([0, 'There is nothing to export: no payout of live mode is pending.\n']);
  const refused = await runMizan(['payouts', 'export', '--output', join(outside, 'a.csv')]);
  expect(refused.status).toBe(1);
  expect([readdirSync(inside), readdirSync(outside)]).toEqual([['payouts.csv'], []]);
  expect(readFileSync(file, 'utf8')).toContain('po_1');
});

test('a file whose reader closes the pipe is an error that says how to write it again', async () => {
  const pipe = join(folder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK); // does not wait for a writer
  const { status, err, sent } = await runMizan(['payouts', 'export', '--output', pipe], {
    answer: (request) => {
      if (request.method === 'PUT') closeSync(reader);
      return exported([payout])(request);
    },
  });
  const id = sent.at(-1)?.path.split('/').at(-1);
  expect([status, err]).toEqual([
    1,
    `Export ${id}\nmizan: The file is incomplete: its reader has closed the pipe. The payouts are IN_TRANSIT. Write the file again with --export ${id}\n`,
  ]);
});

describe('an earlier export that is written again', () => {
  const ended = [
    { ...payout, id: 'po_2', status: 'FAILED' },
    { ...payout, id: 'po_3', status: 'PAID' },
    { ...payout, id: 'po_4', status: 'PAID' },
  ];
  const again = (payouts: object[], ...args: string[]) =>
    runMizan(['payouts', 'export', '--export', 'exp_1', ...args], { answer: exported(payouts) });
  const leftOut = 'Left out of the file: 1 FAILED, 2 PAID. Money that was not paid is in the balance again.\n';

  test.each([
    ['csv', []],
    ['pain001', debtor('EG380019000500000000263180002')],
  ])('as %s has no payout that was credited or paid since, and says so', async (_format, args) => {
    const { status, out, err } = await again([payout, ...ended], ...args);
    expect([status, new Set(out.match(/po_\d/g))]).toEqual([0, new Set(['po_1'])]);
    expect(err).toContain(`Export exp_1\n${leftOut}1 payout of EGP 1,234.56, to be executed on 2026-12-01. Then: `);
  });

  test('does not speak of the balance where all that have ended were paid', async () => {
    const { err } = await again([payout, ...ended.slice(1)]);
    expect(err).toContain('Export exp_1\nLeft out of the file: 2 PAID.\n1 payout');
  });

  test('is no file where all its payouts have ended', async () => {
    const { status, out, err } = await again(ended);
    expect([status, out]).toEqual([0, '']);
    expect(err).toBe(`Export exp_1\n${leftOut}No file is written: no payout of the export is IN_TRANSIT.\n`);
  });

  test('by a platform that does not say yet which payouts have ended is refused, and can be repeated', async () => {
    const { status, out, err } = await again([payout, { ...payout, id: 'po_2', status: undefined }]);
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe(
      'Export exp_1\nmizan: No file is written: the platform is being upgraded, and its answer does not say which payouts have ended. The payouts are IN_TRANSIT. When the upgrade is done, write the file with --export exp_1\n',
    );
  });
});

describe('what the bank has done', () => {
  const inTransit = { ...payout, arrivalDate: '2020-01-31' };
  const missing = { error: { code: 'resource_missing', message: 'No payout po_bogus.' }, request_id: 'req_1' };
  const record = async (
    line: readonly string[],
    {
      payouts,
      typed,
      restore = { restoredTo: null, releasedAt: null },
    }: { readonly payouts: readonly (typeof inTransit)[]; readonly typed?: string; readonly restore?: object },
  ) => {
    const answer = ({ method, path, query }: Sent) => {
      if (path === '/operator/restore') return restore;
      if (method !== 'GET') return path.includes('/po_bogus/') ? missing : payout;
      const ids = query.get('ids')?.split(',') ?? [];
      return { data: payouts.filter(({ id }) => ids.includes(id)) };
    };
    const outcome = await runMizan(['payouts', ...line], { answer, ...(typed !== undefined && { typed }) });
    return { ...outcome, posted: outcome.sent.filter(({ method }) => method === 'POST').map(({ path }) => path) };
  };

  test('is recorded after a question with the count and the sum in each currency', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...inTransit, id: `po_${index}` }));
    const payouts = [...many, { ...inTransit, id: 'po_k', currency: 'KWD', amount: 1_005 }];
    const ids = payouts.map(({ id }) => id);
    const { err, posted } = await record(['mark-paid', ...ids, 'po_none'], { payouts, typed: 'y' });
    const sums = '20 payouts of EGP 24,691.20 in all; 1 payout of KWD 1.005; po_none';
    expect(err).toContain(`Record as executed by the bank: ${sums}? [y/N]`);
    expect(posted).toHaveLength(22);
  });

  test('is not recorded for some where another cannot be paid', async () => {
    const payouts = [inTransit, { ...inTransit, id: 'po_2', status: 'FAILED' }];
    const { status, err, posted } = await record(['mark-paid', 'po_1', 'po_2'], { payouts, typed: 'y' });
    const message = 'mizan: po_2 is FAILED: only a payout that is IN_TRANSIT can be marked as paid.\n';
    expect([status, err, posted]).toEqual([1, message, []]);
  });

  test('is recorded without an export only while a restore holds it', async () => {
    const payouts = [{ ...inTransit, status: 'PENDING' }];
    const refused = await record(['mark-paid', 'po_1'], { payouts, typed: 'y' });
    const message =
      'mizan: po_1 is PENDING: only a payout that is IN_TRANSIT can be marked as paid. Export it first: mizan payouts export\n';
    expect([refused.status, refused.err, refused.posted]).toEqual([1, message, []]);
    const restore = { restoredTo: '2026-12-01T03:00:00.000Z', releasedAt: null };
    const recorded = await record(['mark-paid', 'po_1'], { payouts, typed: 'y', restore });
    expect(recorded.err).toContain('Record as executed by the bank: 1 payout of EGP ');
    expect(recorded.posted).toHaveLength(1);
    const released = { ...restore, releasedAt: '2026-12-01T10:00:00.000Z' };
    expect((await record(['mark-paid', 'po_1'], { payouts, typed: 'y', restore: released })).posted).toEqual([]);
  });

  test('needs no question where it is recorded already', async () => {
    const payouts = [{ ...inTransit, status: 'PAID' }];
    expect(await record(['mark-paid', 'po_1'], { payouts, typed: 'n' })).toMatchObject({ status: 0, questions: 0 });
  });

  test('is doubted before its day: a script needs --yes', async () => {
    const payouts = [{ ...inTransit, arrivalDate: '2999-12-31' }];
    const doubt = '1 payout is to be executed in the future, on 2999-12-31.';
    const refused = await record(['mark-paid', 'po_1'], { payouts });
    expect([refused.status, refused.posted]).toEqual([1, []]);
    expect(refused.err).toContain(`${doubt} Nothing was done. If it is right, repeat the command with --yes.`);
    const recorded = await record(['mark-paid', 'po_1', '--yes'], { payouts });
    expect([recorded.err, recorded.posted.length]).toEqual([`${doubt} Recorded as paid anyway.\n`, 1]);
    const { err } = await record(['mark-paid', 'po_1'], { payouts, typed: 'n' });
    expect(err).toContain(`${doubt} Record as executed by the bank: `);
  });

  test('before its day is noted only of payouts that were recorded, and what a failure leaves out is named', async () => {
    const payouts = ['po_1', 'po_2', 'po_3'].map((id) => ({ ...inTransit, id, arrivalDate: '2999-12-31' }));
    const recording = async (...ids: string[]) => {
      const { status, err, posted } = await record(['mark-paid', ...ids, '--yes'], { payouts });
      return [status, posted.length, err.replaceAll(/^mizan: [^]*with a test key\./gm, '…')];
    };
    const recorded = '1 payout is to be executed in the future, on 2999-12-31. Recorded as paid anyway.\n';
    const stopped = '…\n  Stopped at po_bogus. Left out:';
    expect(await recording('po_bogus', 'po_1', 'po_2')).toEqual([1, 1, `${stopped} po_1, po_2\n`]);
    expect(await recording('po_1', 'po_bogus', 'po_2')).toEqual([1, 2, `${recorded}${stopped} po_2\n`]);
    expect(await recording('po_1', 'po_bogus')).toEqual([1, 2, `${recorded}…\n`]);
  });

  test.each([
    ['not executed', [], {}],
    ['returned the money of', ['--returned'], { returned: true }],
  ])('that the bank has %s is recorded after a question with the sum and the account', async (happened, more, body) => {
    const line = ['fail', 'po_1', '--reason', 'account_closed', ...more];
    const { err, posted, sent } = await record(line, { payouts: [inTransit], typed: 'y' });
    expect(sent.at(-1)?.body).toEqual({ failureCode: 'account_closed', ...body });
    expect(err).toContain(
      `Record that the bank has ${happened} the payout of EGP 1,234.56 of acct_1? Its amount is credited to the balance. [y/N]`,
    );
    expect(posted).toEqual(['/operator/payouts/po_1/fail']);
  });

  test('is not recorded as a failure of what is PAID, and the option that says that its money came back is named', async () => {
    const message = 'One that is PAID needs `returned: true`, if the bank has returned its money.';
    const error = { code: 'resource_invalid_state', message };
    const { status, err } = await runMizan(['payouts', 'fail', 'po_1', '--reason', 'account_closed'], {
      answer: () => ({ error, request_id: 'req_1' }),
    });
    expect([status, err]).toEqual([
      1,
      expect.stringContaining('One that is PAID needs --returned, if the bank has returned its money.\n'),
    ]);
  });
});
