import { expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../mizan.test-support.ts';

const link = {
  ...{ id: 'plink_1', url: 'https://pay.example/p/1', active: true, computedAmount: 18_000, currency: 'EGP' },
  ...{ createdAt: '2026-11-27T10:00:00.000Z', expiresAt: null, lineItems: [{ quantity: 2, description: 'Soap' }] },
};
const usedUp = '\nUsed up: maxPayments is reached, so it opens no more checkouts.\n';

/** @param complete checkouts that are complete; undefined if the key may not read them @param failed of these, unpaid for good */
const show = (use: { max: number | null; payments: number; complete?: number; failed?: number }) => {
  const { max, payments, complete, failed = 0 } = use;
  const answer = ({ path, query }: Sent) => {
    if (path === '/checkout/sessions' && complete === undefined) return undefined;
    if (path === '/checkout/sessions' && query.get('paymentStatus') === 'unpaid') {
      const [lost, awaited] = ['FAILED', 'PROCESSING'].map((status) => ({ paymentIntent: { status } }));
      return { data: [awaited, ...Array.from({ length: failed }, () => lost)], totalCount: failed + 1 };
    }
    if (path === '/checkout/sessions') return { data: [], totalCount: complete };
    if (path === '/payment-links/plink_1') return { ...link, maxCompletions: max };
    // The search finds other links as well, by their products.
    return {
      data: [
        { id: 'plink_2', successfulTransactions: 9 },
        { ...link, successfulTransactions: payments },
      ],
    };
  };
  return runMizan(['links', 'show', 'plink_1'], { answer });
};

test.each([
  ['without a limit', { max: null, payments: 3 }, false],
  ['with payments left', { max: 3, payments: 2, complete: 2 }, false],
  ['with the last payment made', { max: 1, payments: 1 }, true],
  ['with the last transfer still missing', { max: 1, payments: 0, complete: 1 }, true],
  ['with a transfer that never came', { max: 1, payments: 0, complete: 1, failed: 1 }, false],
  ['with payments left, for a key that may not read checkouts', { max: 2, payments: 1 }, false],
])('a link shows how many payments it had, and whether it is used up: %s', async (_which, use, isUsedUp) => {
  const { out } = await show(use);
  expect(out).toMatch(new RegExp(`^payments +${use.payments}$`, 'm'));
  expect(out).toMatch(/^items +2 × Soap$/m);
  expect(out.endsWith(usedUp)).toBe(isUsedUp);
});

const failure = { error: { code: 'internal_error', message: 'Try again.' } };
const limited = { ...link, maxCompletions: 1 };

test.each([
  ['its payments', '/payment-links', 'The payments of the link cannot be read now: Try again.\n'],
  ['its checkouts', '/checkout/sessions', 'The checkouts of the link cannot be read now: Try again.\n'],
])('a link is shown also while %s cannot be read', async (_what, failing, notice) => {
  const answer = ({ path }: Sent) => {
    if (path === failing) return failure;
    if (path === '/payment-links/plink_1') return limited;
    return { data: [{ ...link, successfulTransactions: 0 }], totalCount: 0 };
  };
  const { status, out, err } = await runMizan(['links', 'show', 'plink_1'], { answer });
  expect([status, out]).toEqual([0, expect.stringMatching(/^id +plink_1$/m)]);
  expect(err.startsWith(notice)).toBe(true);
});

test('the payments of a link that the search does not find are left out, not shown as 0', async () => {
  const answer = ({ path }: Sent) => (path === '/payment-links/plink_1' ? limited : { data: [], totalCount: 0 });
  const { status, out } = await runMizan(['links', 'show', 'plink_1'], { answer });
  expect([status, out]).toEqual([0, expect.not.stringMatching(/^payments /m)]);
});

test.each([
  [
    ['links', 'create', '--name', 'Soap', '--amount', '30'],
    { lineItems: [{ priceData: { currency: 'SAR', unitAmount: 3_000 } }] },
  ],
  [['codes', 'create', 'EID50', '--amount', '50'], { amountOff: 5_000, currency: 'SAR' }],
  [
    ['links', 'create', '--name', 'Soap', '--amount', '30', '--currency', 'KWD'],
    { lineItems: [{ priceData: { currency: 'KWD', unitAmount: 30_000 } }] },
  ],
])('mizan %j is in the default currency of the account, unless another is given', async (line, body) => {
  const answer = () => ({ error: { code: 'parameter_invalid', message: 'No.' } });
  const { sent } = await runMizan(line, { defaultCurrency: 'SAR', answer });
  expect(sent[0]).toMatchObject({ method: 'POST', body });
});

test.each(['links', 'payments'])('%s of an amount are those in the default currency of the account', async (list) => {
  const { sent } = await runMizan([list, 'list', '--amount', '1.500'], {
    defaultCurrency: 'KWD',
    answer: () => ({ data: [], totalCount: 0 }),
  });
  expect(sent[0]?.query.get('amount')).toBe('eq:1500');
});
