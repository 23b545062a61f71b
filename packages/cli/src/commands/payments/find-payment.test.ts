import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';
import { toPaymentName, toWaitingPaymentName } from './find-payment.ts';

test.each([
  [' pi_1 ', 'pi_1'],
  ['R-2026-000031', 'R-2026-000031'],
  [' r-2026-31', 'R-2026-000031'],
  ['R-2026-1234567', 'R-2026-1234567'],
  ['9QB2-PCDZ-X8X7', '9QB2PCDZX8X7'],
  ['9qb2pcdz x8x7', '9QB2PCDZX8X7'],
  ['MZ123456789', 'MZ123456789'],
  ['R-٢٠٢٦-٠٠٠٠٣١', 'R-2026-000031'],
  ['٩QB٢-PCDZ-X٨X٧', '9QB2PCDZX8X7'],
  ['MZ١٢٣٤٥٦٧٨٩', 'MZ123456789'],
])('a payment may be named as %j', (text, reference) => {
  expect(toWaitingPaymentName(text)).toBe(reference);
});

test.each(['', 'mona', 'R-26-1', 'R-2026', 're_1'])('%j names no payment', (text) => {
  expect(() => toWaitingPaymentName(text)).toThrow('is not a payment: use pi_…');
});

test('a payment that can be refunded waits for no transfer', () => {
  expect(toPaymentName(' r-2026-31')).toBe('R-2026-000031');
  expect(() => toPaymentName('9QB2-PCDZ-X8X7')).toThrow('use pi_…, ch_…, cs_… or the number of a receipt');
});

describe('the reference of a transfer', () => {
  const transfer = (id: string, reference: string) => ({
    ...{
      id,
      status: 'PROCESSING',
      amount: 30_000,
      currency: 'EGP',
      createdAt: '2026-11-27T05:25:00.000Z',
      charges: [],
      checkoutSessionId: null,
    },
    latestCharge: { id: 'ch_1', status: 'PENDING', paymentMethodDetails: { bankTransfer: { reference } } },
  });
  const instapay = {
    ...{ id: 'pi_3', status: 'PROCESSING', amount: 100, currency: 'EGP', charges: [], checkoutSessionId: null },
    nextAction: { displayInstapayDetails: { reference: 'BBBB-2222-CCCC' } },
  };
  const pages: Readonly<Record<string, object>> = {
    first: { data: [transfer('pi_1', 'MZ123456789')], totalCount: 3, nextCursor: 'next' },
    next: { data: [transfer('pi_2', '9QB2-PCDZ-X8X7'), instapay], totalCount: 3, nextCursor: null },
  };
  const answer = ({ path, query }: Sent) =>
    path === '/payment-intents' ? pages[query.get('cursor') ?? 'first'] : transfer('pi_2', '9QB2-PCDZ-X8X7');

  test.each([
    ['MZ123456789', 'pi_1'],
    ['9qb2pcdzx8x7', 'pi_2'],
    ['BBBB-2222-CCCC', 'pi_3'],
  ])('%s finds the payment that waits for it', async (reference, id) => {
    const { out, sent } = await runMizan(['payments', 'show', reference], { answer });
    expect(out).toMatch(new RegExp(`^id +${id}$`, 'm'));
    expect(sent[0]?.query.get('status')).toBe('PROCESSING');
  });

  test('is shown with the payment, and names the payment that is marked paid', async () => {
    const { out } = await runMizan(['payments', 'show', 'pi_2'], { answer });
    expect(out).toMatch(/^transferReference +9QB2-PCDZ-X8X7$/m);
    const { sent } = await runMizan(['payments', 'mark-paid', '9QB2-PCDZ-X8X7'], { answer });
    expect(sent.at(-1)?.path).toBe('/payment-intents/pi_2/mark-paid');
  });

  test.each(['displayBankTransferDetails', 'displayInstapayDetails'])(
    'of %s is shown with the end of its time',
    async (name) => {
      const nextAction = { [name]: { reference: 'BBBB-2222-CCCC', expiresAt: '2026-12-04T05:25:00.000Z' } };
      const { out } = await runMizan(['payments', 'show', 'pi_3', '--timezone', 'UTC'], {
        answer: () => ({ ...transfer('pi_3', 'BBBB-2222-CCCC'), nextAction }),
      });
      expect(out).toMatch(/^expectedUntil +2026-12-04 05:25 \(UTC\)$/m);
      const { out: paid } = await runMizan(['payments', 'show', 'pi_2'], { answer });
      expect(paid).not.toContain('expectedUntil');
    },
  );

  test('of an InstaPay payment is shown once that has ended', async () => {
    const ended = {
      ...{ ...transfer('pi_3', ''), status: 'FAILED' },
      latestCharge: {
        id: 'ch_1',
        status: 'FAILED',
        paymentMethodDetails: { bankTransfer: null, instapay: { reference: 'BBBB-2222-CCCC' } },
      },
    };
    const { out } = await runMizan(['payments', 'show', 'pi_3'], { answer: () => ended });
    expect(out).toMatch(/^transferReference +BBBB-2222-CCCC$/m);
  });

  test('is looked for among all payments where the command is repeated: it may be paid by now', async () => {
    const repeated = ['--idempotency-key', 'key-1', 'payments', 'mark-paid', 'MZ123456789'];
    const { sent } = await runMizan(repeated, { answer });
    expect(sent[0]?.query.has('status')).toBe(false);
    expect(sent.at(-1)?.path).toBe('/payment-intents/pi_1/mark-paid');
  });

  test('that no payment waits for is an error with the next step', async () => {
    const { status, err } = await runMizan(['payments', 'show', 'BBBB-2222-DDDD'], { answer });
    expect([status, err]).toEqual([
      1,
      expect.stringContaining(
        'No payment waits for a transfer with the reference BBBB2222DDDD. If it is paid already or has expired, find it',
      ),
    ]);
  });
});
