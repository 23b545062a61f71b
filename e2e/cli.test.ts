import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  AccountProfile,
  Dispute,
  ExchangeRate,
  ExchangeRateChanges,
  OperatorDispute,
  PaymentIntent,
  Refund,
  UploadUrl,
} from '@mizan/contracts';
import { catalog } from '@mizan/catalog/app';
import { gateway } from '@mizan/gateway/app';
import { payments } from '@mizan/payments/app';
import { eventually, startWorld, type World } from '@mizan/testing';
import { inTerminal, mizanCommand, runMizan } from './mizan.test-support.ts';

const operatorToken = 'the operator token of these tests, long enough';

let world: World;
beforeAll(async () => {
  world = await startWorld({ services: [gateway, catalog, payments], env: { MIZAN_OPERATOR_TOKEN: operatorToken } });
});
afterAll(() => world.stop());

const mizan = (...args: string[]) => runMizan(args);
const against = (...args: string[]) => mizan('--base-url', world.gatewayUrl, ...args);
const operate = async <Body>(...args: string[]): Promise<Body> => {
  const { status, out, err } = await against('--operator-token', operatorToken, '--json', ...args);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return JSON.parse(out) as Body;
};

test('an operator makes a second account and its first keys, and neither account sees the other', async () => {
  const account = await operate<{ id: string }>('accounts', 'create', '--name', 'Rosetta Cloth', '--currency', 'usd');
  const key = await operate<{ secret: string }>('keys', 'create', '--account', account.id, '--name', 'First');
  const seen = await world.api<{ id: string; defaultCurrency: string }>('GET', '/account', undefined, {
    key: key.secret,
  });
  expect(seen.body).toMatchObject({ id: account.id, displayName: 'Rosetta Cloth', defaultCurrency: 'USD' });
  const own = await against('--api-key', key.secret, '--json', 'keys', 'list');
  expect((JSON.parse(own.out) as { name: string }[]).map(({ name }) => name)).toEqual(['First']);
  await operate('keys', 'create', '--account', account.id, '--name', 'Live', '--mode', 'live');
  const keys = await operate<{ name: string; mode: string }[]>('keys', 'list', '--account', account.id);
  expect(keys.map(({ name, mode }) => `${name} ${mode}`)).toEqual(['Live live', 'First test']);
});

test('a new account pays no fee, until terms are agreed in a file', async () => {
  const account = await operate<AccountProfile>('accounts', 'create', '--name', 'Free', '--currency', 'LYD');
  expect(account.supportedCurrencies.map(({ code }) => code)).toContain('LYD');
  expect(account.feeSchedule.length).toBeGreaterThan(20);
  expect(account.feeSchedule.filter(({ ratePpm, fixed }) => ratePpm + fixed > 0)).toEqual([]);
  expect(account).toMatchObject({ vatOnFeesPpm: 0 });

  const folder = await mkdtemp(join(tmpdir(), 'mizan-terms-'));
  const file = join(folder, 'terms.json');
  const rule = { paymentMethodType: 'card', currency: 'EGP', ratePpm: 27_500, fixed: 300 };
  try {
    await writeFile(file, JSON.stringify({ vatOnFeesPpm: 140_000, feeSchedule: [rule] }));
    const token = ['--operator-token', operatorToken, '--json'];
    const changed = await against(...token, 'accounts', 'update', account.id, '--terms', file, '--name', 'Paid');
    expect(changed.err).toMatch(/^warning: acct_\w+ has no fees agreed in USD, SAR, AED, KWD, LYD, so payments/);
    const agreed = { vatOnFeesPpm: 140_000, feeSchedule: [{ ...rule, brand: null, isInternational: null }] };
    expect(JSON.parse(changed.out)).toMatchObject({ displayName: 'Paid', ...agreed });
    expect(await operate<AccountProfile>('accounts', 'show', account.id)).toMatchObject(agreed);
    const shown = (await against('--operator-token', operatorToken, 'accounts', 'show', account.id)).out;
    expect(shown).toMatch(/^displayName +Paid$/m);
    expect(shown).toMatch(/^vatOnFees +14 %$/m);
    expect(shown).toMatch(/^EGP +2\.75 % \+ 3\.00 .* card$/m);
    const made = await against(...token, 'accounts', 'create', '--name', 'Agreed', '--terms', file);
    expect(JSON.parse(made.out)).toMatchObject({ displayName: 'Agreed', ...agreed });
    await writeFile(file, JSON.stringify({ feeSchedule: [{ ...rule, currency: 'XXX' }] }));
    const refused = await against(...token, 'accounts', 'update', account.id, '--terms', file);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('feeSchedule[0].currency')]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an operator opens a dispute that no provider reports, passes its evidence on, and closes it', async () => {
  const { id: account } = (await world.api<{ id: string }>('GET', '/account')).body;
  await operate('accounts', 'settings', account, '--cash-on-delivery', 'on');
  await operate('accounts', 'update', account, '--live-payments', 'on', '--dispute-fee', 'EGP=15.00', 'USD=0.50');
  const key = world.accounts.keys.liveSecret;
  const live = <Body>(method: string, path: string, body?: object) => world.api<Body>(method, path, body, { key });
  const paid = await eventually(async () => {
    const paymentMethod = { type: 'cash_on_delivery' };
    const payment = {
      amount: 9_000,
      currency: 'EGP',
      confirm: true,
      returnUrl: 'https://shop.example/',
      paymentMethod,
    };
    const { status, body } = await live<PaymentIntent>('POST', '/payment-intents', payment);
    expect(status).toBe(201);
    return (await live<PaymentIntent>('POST', `/payment-intents/${body.id}/mark-paid`, {})).body;
  });
  const charge = paid.latestCharge?.id ?? '';
  const open = [
    'disputes',
    'open',
    account,
    charge,
    '--amount',
    '90.00',
    '--currency',
    'EGP',
    '--reason',
    'duplicate',
    '--due-by',
    '2027-01-01',
    '--reference',
    'CB-1',
  ];
  const dispute = await operate<Dispute>(...open);
  expect(dispute).toMatchObject({
    status: 'NEEDS_RESPONSE',
    amount: 9_000,
    reason: 'duplicate',
    evidenceDueBy: '2027-01-01T23:59:59.000Z',
    balanceTransactions: [{ gross: -9_000, fee: 1_500 }],
  });
  expect(await operate<Dispute>(...open)).toEqual(dispute);

  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  const file = { purpose: 'dispute_evidence', contentType: 'application/pdf', sizeBytes: pdf.length };
  const { body: address } = await live<UploadUrl>('POST', '/upload-url', file);
  expect((await fetch(address.uploadUrl, { method: 'PUT', headers: address.headers, body: pdf })).status).toBe(200);
  const evidence = { customerName: 'Mona', files: [address.fileId ?? ''] };
  expect((await live('PATCH', `/disputes/${dispute.id}`, { evidence })).status).toBe(200);
  const listed = await operate<OperatorDispute[]>('disputes', 'list', '--account', account);
  expect(listed).toMatchObject([{ id: dispute.id, accountId: account, evidence }]);
  const folder = await mkdtemp(join(tmpdir(), 'mizan-evidence-'));
  try {
    const files = join(folder, 'files');
    const show = ['disputes', 'show', dispute.id, '--files', files];
    const shown = await against('--operator-token', operatorToken, ...show);
    expect([shown.status, shown.out]).toEqual([0, expect.stringMatching(/^customerName +Mona$/m)]);
    expect(await readFile(join(files, `${address.fileId}.pdf`))).toEqual(pdf);
  } finally {
    await rm(folder, { recursive: true });
  }
  const asMerchant = await live('GET', `/operator/dispute-files/${address.fileId}`);
  expect(asMerchant.status).toBe(404); // as if there were no such path

  const closed = await operate<Dispute>('disputes', 'close', account, dispute.id, '--outcome', 'won');
  expect(closed).toMatchObject({ id: dispute.id, status: 'WON' });
  const token = ['--operator-token', operatorToken];
  const again = await against(...token, 'disputes', 'close', account, dispute.id, '--outcome', 'lost');
  expect([again.status, again.err]).toEqual([1, expect.stringContaining('cannot end as lost')]);
});

test('a refund whose money is not sent yet warns of a dispute of its charge, and after its loss that the bank has returned the money', async () => {
  const { id: account } = (await world.api<{ id: string }>('GET', '/account')).body;
  await operate('accounts', 'settings', account, '--cash-on-delivery', 'on');
  await operate('accounts', 'update', account, '--live-payments', 'on');
  const key = world.accounts.keys.liveSecret;
  const asMerchant = (...args: string[]) => against('--api-key', key, ...args);
  const paid = await eventually(async () => {
    const payment = { amount: 9_000, currency: 'EGP', confirm: true, paymentMethod: { type: 'cash_on_delivery' } };
    const { status, body } = await world.api<PaymentIntent>('POST', '/payment-intents', payment, { key });
    expect(status).toBe(201);
    return (await world.api<PaymentIntent>('POST', `/payment-intents/${body.id}/mark-paid`, {}, { key })).body;
  });
  const requested = { paymentIntentId: paid.id, instructionsEmail: 'mona@example.com' };
  const { body: refund } = await world.api<Refund>('POST', '/refunds', requested, { key });
  expect((await asMerchant('refunds', 'show', refund.id)).out).toContain('\nNext: the buyer enters on buyerPage');

  const charge = paid.latestCharge?.id ?? '';
  const amount = ['--amount', '90.00', '--currency', 'EGP'];
  const dispute = await operate<Dispute>('disputes', 'open', account, charge, ...amount, '--reason', 'general');
  const open = `The charge is disputed, and ${dispute.id} is NEEDS_RESPONSE`;
  expect((await asMerchant('refunds', 'show', refund.id)).out).toContain(open);
  const refused = await asMerchant('refunds', 'mark-paid', refund.id);
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining(open)]);

  await operate('disputes', 'close', account, dispute.id, '--outcome', 'lost');
  expect((await asMerchant('refunds', 'show', refund.id)).out).toContain(
    `The dispute ${dispute.id} is LOST: the bank has returned EGP 90.00 of this refund to the payer already. Do not send the money, mark the refund as failed: `,
  );
  const failed = ['refunds', 'mark-failed', refund.id, '--reason', 'charge_for_pending_refund_disputed'];
  expect((await asMerchant(...failed)).out).toMatch(/^status +FAILED$/m);
  const again = await asMerchant('refunds', 'create', paid.id, '--email', 'mona@example.com');
  expect(again.err).toContain('Nothing of the charge is left to refund: a dispute of it was lost.');
});

test('an operator sees that no payout is pending, and what a file for the bank needs', async () => {
  const token = ['--operator-token', operatorToken];
  expect((await against(...token, 'payouts', 'list')).out).toBe('none\n');
  const csv = await against(...token, 'payouts', 'export');
  expect([csv.status, csv.out, csv.err]).toEqual([
    0,
    '',
    'There is nothing to export: no payout of live mode is pending.\n',
  ]);
  const mistyped = await against(...token, 'payouts', 'export', '--export', 'exp_evening');
  expect([mistyped.status, mistyped.err]).toEqual([
    1,
    'Export exp_evening\nmizan: No export exp_evening: no payout was taken. Leave --export out to create one.\n',
  ]);
  const file = await against(...token, 'payouts', 'export', '--format', 'pain001');
  expect([file.status, file.err]).toEqual([1, expect.stringContaining('or MIZAN_DEBTOR_NAME and MIZAN_DEBTOR_IBAN')]);
  const unknown = await against(...token, 'payouts', 'mark-paid', 'po_none');
  expect([unknown.status, unknown.err]).toEqual([1, expect.stringContaining('No payout `po_none`. Check the ID.')]);
});

test('an operator compares a day with the providers, and sees that everything agrees', async () => {
  const token = ['--operator-token', operatorToken];
  const day = await against(...token, 'reconcile', '--date', '2025-12-01', '--timezone', 'Africa/Cairo');
  expect([day.status, day.out]).toEqual([0, 'Everything agrees: 0 payments, 0 refunds.\n']);
  expect(day.err).toBe('No provider connection has a payment or refund: 2025-12-01 (Africa/Cairo).\n');
  const future = await against(...token, 'reconcile', '--date', '2999-12-01');
  expect([future.status, future.err]).toEqual([1, expect.stringContaining('The period has not started')]);
  const json = await against(...token, '--json', 'reconcile', '--from', '2025-12-01', '--to', '2025-12-02');
  expect(JSON.parse(json.out)).toMatchObject({
    ...{ from: '2025-12-01T00:00:00.000Z', to: '2025-12-03T00:00:00.000Z', findings: [], totals: [] },
  });
  const backwards = await against(...token, 'reconcile', '--from', '2025-12-02', '--to', '2025-12-01');
  expect([backwards.status, backwards.err]).toEqual([1, expect.stringContaining('ends before it starts')]);
  const nowhere = await against(...token, 'reconcile', '--timezone', 'Moon/Sea');
  expect([nowhere.status, nowhere.err]).toEqual([1, expect.stringContaining('Africa/Cairo')]);
});

test('a merchant downloads a report, and an interrupted one is no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-reports-'));
  const period = ['--from', '2026-01-01', '--to', '2100-01-01', '--timezone', 'Africa/Cairo'];
  const file = join(folder, 'balance.csv');
  try {
    const key = ['--api-key', world.accounts.keys.testSecret];
    const printed = await against(...key, 'reports', 'balance', ...period);
    expect([printed.status, printed.out]).toEqual([0, expect.stringMatching(/^id,object,type,[^]*\r\n# end,\d+\r\n$/)]);
    expect(printed.err).toMatch(/^\d+ rows?, 0\.\d MiB\.\n$/);
    expect((await against(...key, 'reports', 'balance', ...period, '--output', file)).status).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(printed.out);
    const refused = await against(...key, 'reports', 'balance', '--from', '2026-02-01', '--to', '2026-01-01');
    expect([refused.status, refused.out, refused.err]).toEqual([1, '', expect.stringContaining('later than --from')]);

    const rows = 'id\r\ntxn_1\r\n';
    let cut = (response: ServerResponse): unknown => response.end(rows);
    const server = createServer((_request, response) => void cut(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const missing = join(folder, 'interrupted.csv');
    const download = () =>
      mizan('--base-url', url, '--api-key', 'x', 'reports', 'payouts', ...period, '--output', missing);
    const ended = await download();
    expect([ended.status, ended.err]).toEqual([1, expect.stringContaining('its end line is missing')]);
    cut = (response) => response.write(rows, () => response.destroy());
    const broken = await download();
    expect([broken.status, broken.err]).toEqual([1, expect.stringContaining('The download was interrupted')]);
    server.close();
    expect(await readdir(folder)).toEqual(['balance.csv']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a merchant makes, replaces and revokes keys of its own', async () => {
  const { testSecret } = world.accounts.keys;
  const run = async (...args: string[]) => {
    const { status, out } = await against('--api-key', testSecret, '--json', 'keys', ...args);
    expect(status).toBe(0);
    return JSON.parse(out) as { id: string; secret: string; permissions: string[]; deleted: boolean };
  };
  const made = await run(
    'create',
    '--name',
    'Reports',
    '--type',
    'restricted',
    '--permissions',
    'PRODUCT_READ',
    'PRICE_READ',
  );
  expect(made.permissions).toEqual(['PRICE_READ', 'PRODUCT_READ']);
  const rolled = await run('roll', made.id, '--overlap', '60');
  expect(rolled.id).not.toBe(made.id);
  expect(await run('revoke', rolled.id)).toEqual({ id: rolled.id, object: 'api_key', deleted: true });
});

test('an operator revokes a key of an account', async () => {
  const { id: account } = world.accounts.account;
  const key = await operate<{ id: string; secret: string }>(
    'keys',
    'create',
    '--account',
    account,
    '--name',
    'Leaked',
    '--mode',
    'live',
  );
  const revoked = await operate('keys', 'revoke', key.id, '--account', account);
  expect(revoked).toEqual({ id: key.id, object: 'api_key', deleted: true });
  const refused = await against('--api-key', key.secret, 'keys', 'list');
  expect(refused.err).toContain('The API key was revoked.');
});

test('an operator imports exchange rates, all of a file or none, and sees which line is wrong', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-rates-'));
  const file = join(folder, 'rates.csv');
  try {
    await writeFile(file, 'base,quote,rate\nGBP,EGP,62.5\nKWD,EGP,0\n');
    const refused = await against('--operator-token', operatorToken, 'rates', 'import', file);
    expect(refused.status).toBe(1);
    expect(refused.err).toMatch(/line 3: .*above 0[^]*parameter_invalid, HTTP 400/);
    await writeFile(file, 'GBP,EGP,62.5\nKWD,EGP,158.25\n');
    const dry = await operate<ExchangeRateChanges>('rates', 'import', file, '--dry-run', '--mode', 'live');
    expect(dry).toMatchObject({
      dryRun: true,
      changes: [
        { base: 'GBP', id: null },
        { base: 'KWD', rate: 158.25 },
      ],
    });
    await operate('rates', 'import', file, '--source', 'bank');
    await operate('rates', 'set', 'gbp', 'egp', '63');
    const token = ['--operator-token', operatorToken];
    const slips = [
      await against(...token, 'rates', 'set', 'gbp', 'egp', '630'),
      await against(...token, 'rates', 'set', 'usd', 'egp', '485'), // test mode came with 48.5
    ];
    expect(slips.map(({ status, err }) => [status, err])).toEqual([
      [1, expect.stringContaining('1 GBP = 630 EGP is 10 times the rate that applies in ')],
      [1, expect.stringContaining('1 USD = 485 EGP is 10 times the rate that applies in test mode now, 48.5.')],
    ]);
    const listed = await operate<ExchangeRate[]>('rates', 'list', '--mode', 'live');
    expect(listed.map(({ base, rate, source }) => [base, rate, source])).toEqual([
      ['GBP', 63, 'operator'],
      ['KWD', 158.25, 'bank'],
    ]);
    const meant = await against(...token, 'rates', 'set', 'gbp', 'egp', '630', '--mode', 'live', '--yes');
    expect([meant.status, meant.err]).toEqual([0, expect.stringMatching(/^warning: GBP to EGP: It differs .* 900 %/)]);
    const unseen = await against(...token, 'rates', 'set', 'gbp', 'egp', '441', '--mode', 'live');
    expect([unseen.status, unseen.err]).toEqual([0, expect.stringMatching(/^warning: GBP to EGP: It differs .* 30 %/)]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the terminal shows a new secret once, readable and without colour codes in a file', async () => {
  const { out } = await against('--api-key', world.accounts.keys.testSecret, 'keys', 'create', '--name', 'Till');
  expect(out).toMatch(/^id\s+key_\w+$/m);
  expect(out).toMatch(/^secret\s+mz_sk_test_\w+$/m);
  expect(out).toContain('will not be shown again');
  expect(out).not.toContain('\u001b[');
});

test.each([
  [
    'the API refuses',
    ['--api-key', 'mz_sk_test_nonsense', 'keys', 'list'],
    /mistyped or incomplete[^]*authentication_required, HTTP 401, req_/,
  ],
  [
    'the account is missing',
    ['--operator-token', operatorToken, 'accounts', 'update', 'acct_none', '--name', 'None'],
    /resource_missing, HTTP 404/,
  ],
  ['no token is known', ['accounts', 'list'], /No operator token\. Set it with --operator-token/],
  ['an option is missing', ['accounts', 'create'], /required option '--name <name>'/],
  [
    'a type is none',
    ['--api-key', 'x', 'keys', 'create', '--name', 'x', '--type', 'bogus'],
    /option '--type <type>' argument 'bogus' is invalid\. Allowed choices are SECRET, RESTRICTED, PUBLISHABLE\./,
  ],
  [
    'a mode is asked for that the key does not have a say in',
    ['--api-key', 'x', 'keys', 'create', '--name', 'x', '--mode', 'live'],
    /--mode requires --account: a key created with --api-key has the mode of that key/,
  ],
  [
    'an overlap is no number',
    ['--api-key', 'x', 'keys', 'roll', 'key_1', '--overlap', 'soon'],
    /option '--overlap <seconds>' argument 'soon' is invalid/,
  ],
])('when %s it says so in a line or two and ends with 1', async (_what, args, message) => {
  const { status, out, err } = await against(...args);
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(message);
  expect(err).not.toMatch(/\bat .*\.ts:/);
});

test.each([
  ['a page', '<!doctype html><title>Welcome</title>'],
  ['JSON of another program', '"hello"'],
  ['nothing', ''],
])('when something else answers 200 with %s it says so in a line', async (_what, page) => {
  const server = createServer((_request, response) => response.end(page)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { status, out, err } = await mizan('--base-url', url, '--api-key', 'x', 'keys', 'list');
  server.close();
  expect([status, out]).toEqual([1, '']);
  expect(err).toBe(`mizan: ${url} is not a Mizan API: it returned an unexpected response (HTTP 200).\n`);
});

describe('on a Node that is too old for TypeScript', () => {
  const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.0.0'}});console.log('pid '.concat(process.pid))`;

  test.each([
    ['SIGTERM', 'without a terminal', [], 143],
    ['SIGINT', 'without a terminal', [], 130],
    ['SIGINT', 'in a terminal', ['python3', '-c', inTerminal], 130],
    ['SIGHUP', 'in a terminal', ['python3', '-c', inTerminal], 129],
  ] as const)('%s to the command %s stops what it has handed over to', async (signal, _where, starter, status) => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1'); // never answers
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const access = ['--base-url', url, '--api-key', 'x'];
    const [program = '', ...args] = [...starter, process.execPath, '--import', old, mizanCommand, ...access];
    const command = spawn(program, [...args, 'keys', 'list'], { stdio: ['pipe', 'pipe', 'ignore'] });
    let printed = '';
    command.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    const gone = once(request.socket, 'close');
    process.kill(Number(/^pid (\d+)/.exec(printed)?.[1]), signal);
    expect(await once(command, 'exit')).toEqual([status, null]);
    await gone;
    server.close();
  });
});

test('without a platform it says how to get one', async () => {
  expect((await mizan('keys', 'list')).err).toContain('No platform found. Start one with `npm start`');
  expect((await mizan('--base-url', 'localhost:8080', '--api-key', 'x', 'keys', 'list')).err).toContain(
    'Invalid --base-url localhost:8080. It must begin with http:// or https://, such as https://pay.example.com.',
  );
  expect((await mizan('--base-url', 'http://127.0.0.1:64999', '--api-key', 'x', 'keys', 'list')).err).toMatch(
    /Cannot connect to .*ECONNREFUSED/,
  );
});

test.each([[[]], [['accounts']], [['accounts', 'create']], [['keys']], [['keys', 'roll']]])(
  '%j --help explains itself',
  async (args) => {
    const { status, out } = await mizan(...args, '--help');
    expect(status).toBe(0);
    expect(out).toContain('Usage: mizan');
    expect(out).toContain('--json');
  },
);
