import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { serve } from './api/server.test-support.ts';
import { runMizan, type Sent } from './mizan.test-support.ts';
import { mizan } from './program.ts';

const charge = {
  ...{ id: 'ch_1', status: 'PENDING', amount: 30_000, amountReceived: 0, amountCaptured: 0, currency: 'EGP' },
  ...{ refunds: [], paymentMethodDetails: { type: 'bank_transfer' } },
};

/** An object of any kind, as far as the commands print it. */
const found = {
  ...{ id: 'obj_1', currency: 'EGP', amount: 30_000, status: 'ACTIVE', provider: 'tabby', metadata: {}, team: 'siwa' },
  ...{ amountCapturable: 30_000, amountCaptured: 30_000, amountRefunded: 0, computedAmount: 30_000, lineItems: [] },
  ...{ held: { payouts: 1, refunds: 1, lateSuccesses: 1 }, heldRefunds: [] },
  ...{
    charges: [charge],
    latestCharge: charge,
    lastPaymentError: null,
    evidence: { files: ['file_1'] },
    paymentIntentId: 'pi_1',
    rates: [],
  },
  ...{ coupon: { id: 'coupon_1', percentOff: 10, valid: true }, restrictions: {}, active: true, spendData: {} },
  ...{ supportedCurrencies: [], feeSchedule: [], disputeFees: [], presentmentCurrencies: [], allowedOrigins: [] },
  ...{ feeConfig: {}, mail: {}, methods: [], permissions: [], deliveries: [], changes: [], requeued: 1, idle: true },
  ...{ payouts: [{ id: 'po_1', amount: 2_500, currency: 'EGP', status: 'IN_TRANSIT' }], executionDate: '2026-12-01' },
  manualMethods: { cash_on_delivery: { enabled: false }, bank_transfer: [], instapay: { handle: null } },
};

/** What is read of it once the command has taken effect. */
const changed = {
  ...{ ...found, status: 'SUCCEEDED', active: false, amountReceived: 30_000, amountRefunded: 30_000 },
  ...{ amountCapturable: 0, evidence: { files: ['file_1', 'file_2'] }, charges: [{ ...charge, status: 'SUCCEEDED' }] },
};

const folder = mkdtempSync(join(tmpdir(), 'mizan-repeated-'));
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const terms = fileOf('terms.json', '{"vatOnFeesPpm":140000}');
const rates = fileOf('rates.csv', 'USD,EGP,48.5\n');
const receipt = fileOf('receipt.pdf', '%PDF-1.7');
const tabby = ['--secret-key', 'sk_1', '--merchant-code', 'siwa', '--country', 'AE'];
const providers = {
  stripe: ['--secret-key', 'sk_1', '--publishable-key', 'pk_1'],
  paymob: ['--account-key', 'k', '--secret-key', 'sk_1', '--public-key', 'pk_1', '--hmac-secret', 'h'],
  fawry: ['--merchant-code', 'siwa', '--secure-key', 'sk_1'],
  tabby,
  tamara: ['--api-token', 't', '--notification-token', 'n', '--country', 'AE'],
};

/** A line of each command that changes something. */
const changing: readonly string[][] = [
  ['accounts', 'create', '--name', 'Siwa Oil'],
  ['accounts', 'update', 'acct_1', '--terms', terms, '--live-payments', 'off'],
  ['accounts', 'settings', 'acct_1', '--receipts', 'on'],
  ['accounts', 'two-factor', 'acct_1'],
  ['keys', 'create', '--name', 'First', '--account', 'acct_1'],
  ['keys', 'roll', 'key_1'],
  ['keys', 'revoke', 'key_1'],
  ['payments', 'capture', 'pi_1', '--amount', '50'],
  ['payments', 'cancel', 'pi_1'],
  ['payments', 'mark-paid', 'pi_1', '--reference', 'Transfer 4711'],
  ['payments', 'mark-failed', 'pi_1'],
  ['refunds', 'create', 'ch_1', '--amount', '50', '--description', 'Broken'],
  ['refunds', 'mark-paid', 're_1', '--reference', 'Transfer 4712'],
  ['refunds', 'mark-failed', 're_1', '--reason', 'declined'],
  ['refunds', 'cancel', 're_1'],
  ['refunds', 'resolve', 're_1', '--outcome', 'succeeded'],
  ['links', 'create', '--name', 'Oil', '--amount', '249.50'],
  ['links', 'deactivate', 'plink_1'],
  ['codes', 'create', 'WEEKEND10', '--percent', '10'],
  ['codes', 'deactivate', 'promo_1'],
  ['customers', 'create', '--name', 'Mona Adel', '--email', 'mona@example.com'],
  ['customers', 'delete', 'cus_1'],
  ['events', 'resend', 'evt_1'],
  ['dead-letters', 'requeue', 'evt_1'],
  ['mail', 'resend', 'eml_1'],
  ['bus', 'users', 'create', 'siwa'],
  ['bus', 'users', 'revoke', 'bu_1'],
  ...Object.entries(providers).map(([name, keys]) => ['providers', 'connect', name, 'acct_1', ...keys]),
  ...Object.entries(providers).map(([name, keys]) => ['providers', 'rotate', name, 'acct_1', 'pvc_1', ...keys]),
  ['providers', 'check', 'acct_1', 'pvc_1'],
  ['providers', 'probe', 'acct_1', 'pvc_1'],
  ['providers', 'domains', 'acct_1', 'pvc_1', 'a.example.com', 'b.example.com'],
  ['providers', 'methods', 'acct_1', 'pvc_1', 'card'],
  ['providers', 'disconnect', 'acct_1', 'pvc_1'],
  ['disputes', 'update', 'dp_1', '--text', 'Delivered', '--file', receipt],
  ['disputes', 'submit', 'dp_1'],
  ['disputes', 'accept', 'dp_1'],
  ['disputes', 'open', 'acct_1', 'ch_1'],
  ['disputes', 'close', 'acct_1', 'dp_1', '--outcome', 'won'],
  ['payouts', 'create', '--amount', '25', '--bank-account', 'ba_1'],
  ['payouts', 'add-bank-account', '--holder', 'Siwa', '--iban', 'EG380019000500000000263180002', '--currency', 'EGP'],
  ['payouts', 'cancel', 'po_1'],
  ['payouts', 'export'],
  ['payouts', 'mark-paid', 'po_1', 'po_2'],
  ['payouts', 'fail', 'po_1', '--reason', 'declined'],
  ['restored', 'release'],
  ['rates', 'set', 'USD', 'EGP', '48.5'],
  ['rates', 'import', rates],
  ['clock', 'advance', '2h'],
  ['trigger', 'payment_intent.succeeded'],
  ['fixtures'],
];

/** Commands that only read, or send nothing to the API. */
const reading =
  /^(?:.* (?:list|show|bank-accounts)|events (?:tail|replay)|ledger verify|reconcile|doctor|balance|reports|operator-token|listen)$/;

const livePayouts = { data: [{ ...found, id: 'po_1', status: 'IN_TRANSIT' }], totalCount: 1 };

const isChange = ({ method, body }: Sent): boolean =>
  method !== 'GET' && (body as { dryRun?: boolean } | undefined)?.dryRun !== true;

/** A platform that is read as it is before, and after its first change as it is then. It answers changes as it did at first. */
function platform({ hasChanged, uploadUrl }: { readonly hasChanged: boolean; readonly uploadUrl: string }) {
  let isChanged = hasChanged;
  return (sent: Sent) => {
    const { method, path } = sent;
    if (path === '/upload-url') return { uploadUrl, method: 'PUT', headers: {}, fileId: 'file_2' };
    if (isChange(sent)) isChanged = true;
    if (method !== 'GET') return { ...found, amountCapturable: 0, data: [], totalCount: 0, dryRun: false };
    if (path === '/operator/payouts' && !isChanged) return livePayouts;
    return { ...(isChanged ? changed : found), data: [], totalCount: 0 };
  };
}

/** Runs a command, and returns what it has sent to change something. @param hasChanged an earlier run has taken effect */
async function run(line: readonly string[], { hasChanged = false } = {}) {
  const uploadUrl = await serve((request, response) => void request.resume().on('end', () => response.end()));
  const { sent, status, questions } = await runMizan(line, { answer: platform({ hasChanged, uploadUrl }), typed: 'y' });
  const changes = sent.filter(isChange).map(({ method, path, query, ...rest }) => ({
    line: `${method} ${path}?${query}`,
    ...{ body: rest.body, key: rest.idempotencyKey ?? '' },
  }));
  return { changes, status, questions };
}

test.each(changing.map((line) => [line.join(' '), line] as const))(
  'mizan %s sends the same requests when it is repeated with its key, and asks nothing',
  async (_name, line) => {
    const { changes, status } = await run(line);
    const [key = ''] = /^run_[0-9a-f-]{36}/.exec(changes[0]?.key ?? '') ?? [];
    expect([status, key]).toEqual([0, expect.stringMatching(/^run_/)]);
    const repeated = await run(['--idempotency-key', key, ...line], { hasChanged: true });
    expect(repeated).toEqual({ changes, status: 0, questions: 0 });
  },
);

describe.each(
  changing.filter((line) => line.join(' ') !== 'payouts export').map((line) => [line.join(' '), line] as const),
)('mizan %s with a key of its own', (_name, line) => {
  const withKey = ['--idempotency-key', 'return-7', ...line];

  test('sends the same requests when it is repeated', async () => {
    const { changes, status } = await run(withKey);
    expect([status, changes[0]?.key]).toEqual([0, expect.stringMatching(/^return-7/)]);
    expect(await run(withKey, { hasChanged: true })).toMatchObject({ changes, status: 0 });
  });

  test('does not exit with 1 where it cannot read what it needs, but prints the key', async () => {
    const uploadUrl = await serve((request, response) => void request.resume().on('end', () => response.end()));
    const answer = platform({ hasChanged: true, uploadUrl });
    const lost = { error: { code: 'internal_error', message: 'No.' } };
    const { status, err, sent } = await runMizan(withKey, {
      answer: (each) => (each.method === 'GET' ? lost : answer(each)),
      typed: 'y',
    });
    const isPrinted = err.includes('--idempotency-key return-7');
    expect(status).toBe(isPrinted ? 75 : 0);
    expect(isPrinted || sent.some(isChange)).toBe(true);
  });
});

test('these are all commands that change something', () => {
  const leavesOf = (command: Command, names: readonly string[] = []): string[] =>
    command.commands.length === 0
      ? [names.join(' ')]
      : command.commands.flatMap((each) => leavesOf(each, [...names, each.name()]));
  const isRun = (name: string): boolean => changing.some((line) => line.join(' ').startsWith(name));
  expect(leavesOf(mizan()).filter((name) => !isRun(name) && !reading.test(name))).toEqual([]);
});

describe('a repeated run that sends fewer requests than the first', () => {
  const key = 'run_7d1f8a52-3c2b-4a57-9a40-0123456789ab';
  const keysOf = async (line: readonly string[]) =>
    new Map((await run(['--idempotency-key', key, ...line])).changes.map((each) => [each.line, each.key]));

  test('of payouts has for each the key of the first run', async () => {
    const first = await keysOf(['payouts', 'mark-paid', 'po_1', 'po_2']);
    const repeated = await keysOf(['payouts', 'mark-paid', 'po_2']);
    expect([...repeated]).toEqual([...first].slice(1));
  });

  test('of fixtures has for each the key of the first run, and ends with the one whose answer is lost', async () => {
    const fixtures = fileOf(
      'fixtures.json',
      '{"products":{"coffee":{"name":"Coffee"},"soap":{"name":"Soap"},"tea":{"name":"Tea"}}}',
    );
    const load = async (existing: readonly object[], lost?: string) => {
      const answer = ({ method, body }: Sent) => {
        if (method === 'GET') return { data: existing };
        return lost !== undefined && (body as { name?: string }).name === lost
          ? { error: { code: 'internal_error', message: 'No.' } }
          : found;
      };
      const { sent, status, err } = await runMizan(['--idempotency-key', key, 'fixtures', fixtures], { answer });
      const posts = sent.filter(({ method }) => method === 'POST');
      return { keys: [...new Set(posts.map((each) => each.idempotencyKey))], status, err };
    };
    const first = await load([], 'Soap');
    expect([first.status, first.keys.length, first.err.match(/--idempotency-key/g)]).toEqual([
      75,
      2,
      [expect.anything()],
    ]);
    const repeated = await load([{ id: 'prod_1', metadata: { fixture: 'coffee' } }]);
    expect([repeated.status, repeated.keys[0]]).toEqual([0, first.keys[1]]);
  });
});
