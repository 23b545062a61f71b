import { describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const receipt = { amount: 10_000, reference: 'Transfer 4711', receivedAt: '2026-11-27T10:00:00.000Z' };
const latestCharge = {
  ...{ id: 'ch_1', status: 'PENDING', amount: 30_000, amountReceived: 10_000, currency: 'EGP' },
  paymentMethodDetails: { type: 'bank_transfer', receipts: [receipt] },
  refunds: [],
};
const payment = {
  ...{ id: 'pi_1', status: 'PROCESSING', amount: 30_000, amountRefunded: 0, amountCapturable: 0, currency: 'EGP' },
  ...{ latestCharge, charges: [latestCharge], createdAt: receipt.receivedAt, metadata: {} },
} as unknown as PaymentIntent;

const markPaid = async (args: readonly string[], typed?: string, named = payment) => {
  const answer = ({ path }: Sent) => (path.startsWith('/payment-intents/pi_1') ? named : undefined);
  const run = await runMizan(['payments', 'mark-paid', 'pi_1', ...args], { answer, ...(typed && { typed }) });
  return { ...run, recorded: run.sent.filter(({ method }) => method === 'POST').length };
};
const same = ['--amount', '100', '--reference', 'Transfer 4711'];
const doubt = 'EGP 100.00 with the reference Transfer 4711 was recorded on 2026-11-27 already.';

describe('a part that is recorded already', () => {
  test.each([
    ['', same],
    [
      ' with its reference in another case and with other blanks',
      ['--amount', '100', '--reference', ' transfer  4711'],
    ],
  ])('is not recorded again by a script%s', async (_how, args) => {
    const { status, err, recorded } = await markPaid(args);
    expect([status, recorded]).toEqual([1, 0]);
    expect(err).toBe(`mizan: ${doubt} Nothing was done. If it is right, repeat the command with --yes.\n`);
  });

  test('is recorded in a terminal once that is confirmed', async () => {
    const { err, recorded } = await markPaid(same, 'n');
    expect(recorded).toBe(0);
    const question = `${doubt} Record EGP 100.00 as received from the buyer of pi_1 (Bank transfer)?`;
    expect(err).toContain(question);
    expect((await markPaid([...same, '--idempotency-key', 'key-1'], 'n')).err).toContain(question);
  });

  test('is recorded with --yes, and by a script that sends a key: it may repeat the command, and the API knows whether it does', async () => {
    expect((await markPaid([...same, '--yes'])).recorded).toBe(1);
    const ofRun = 'run_7d1f8a52-3c2b-4a57-9a40-0123456789ab';
    expect((await markPaid([...same, '--idempotency-key', ofRun])).recorded).toBe(1);
    expect((await markPaid([...same, '--idempotency-key', 'key-1'])).recorded).toBe(1);
  });
});

test('all that is missing of a payment that has ended is compared as well: half of it may be recorded with its reference', async () => {
  const half = { ...latestCharge, status: 'FAILED', failureCode: 'voucher_expired', amountReceived: 15_000 };
  const receipts = [{ ...receipt, amount: 15_000 }];
  const charge = { ...half, paymentMethodDetails: { type: 'bank_transfer', receipts } };
  const expired = { ...payment, status: 'FAILED', latestCharge: charge, charges: [charge] } as unknown as PaymentIntent;
  const { err, recorded } = await markPaid(['--reference', 'Transfer 4711'], undefined, expired);
  expect([err, recorded]).toEqual([
    expect.stringMatching(/^mizan: EGP 150\.00 with the reference Transfer 4711 was recorded on 2026-11-27 already\./),
    0,
  ]);
});

test.each([
  ['another reference', ['--amount', '100', '--reference', 'Transfer 4712']],
  ['another amount', ['--amount', '50', '--reference', 'Transfer 4711']],
  ['the rest', ['--reference', 'Transfer 4711']],
  ['no reference', ['--amount', '100']],
])('%s is another part', async (_what, args) => {
  expect((await markPaid(args)).recorded).toBe(1);
});

test('a key that may not read payments records a part without a comparison', async () => {
  const { sent } = await runMizan(['payments', 'mark-paid', 'pi_1', '--reference', 'Transfer 4711']);
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('the payment is read once, and not at all with --yes', async () => {
  const methodsOf = async (args: readonly string[], typed?: string) =>
    (await markPaid(['--reference', 'T2', ...args], typed)).sent.map(({ method }) => method);
  expect(await methodsOf([], 'y')).toEqual(['GET', 'POST']);
  expect(await methodsOf(['--yes'])).toEqual(['POST']);
});
