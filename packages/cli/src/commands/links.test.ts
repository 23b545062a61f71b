import { expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../mizan.test-support.ts';

const link = {
  ...{ id: 'plink_1', url: 'https://pay.example/p/1', active: true, computedAmount: 18_000, currency: 'EGP' },
  ...{ createdAt: '2026-11-27T10:00:00.000Z', expiresAt: null, lineItems: [{ quantity: 2, description: 'Soap' }] },
};
const usedUp = '\nUsed up: maxPayments is reached, so it opens no more checkouts.\n';

/** @param complete checkouts that are complete; undefined if the key may not read them */
const show = (maxCompletions: number | null, payments: number, complete?: number) => {
  const answer = ({ path }: Sent) => {
    if (path === '/checkout/sessions') return complete === undefined ? undefined : { data: [], totalCount: complete };
    if (path === '/payment-links/plink_1') return { ...link, maxCompletions };
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
  ['without a limit', [null, 3], false],
  ['with payments left', [3, 2, 2], false],
  ['with the last payment made', [1, 1], true],
  ['with the last transfer still missing', [1, 0, 1], true],
  ['with payments left, for a key that may not read checkouts', [2, 1], false],
] as const)(
  'a link shows how many payments it had, and whether it is used up: %s',
  async (_which, [max, ...use], isUsedUp) => {
    const { out } = await show(max, ...use);
    expect(out).toMatch(new RegExp(`^payments +${use[0]}$`, 'm'));
    expect(out).toMatch(/^items +2 × Soap$/m);
    expect(out.endsWith(usedUp)).toBe(isUsedUp);
  },
);
