import { expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../mizan.test-support.ts';

const soap = { id: 'price_1', productId: 'prod_1', active: true };
const link = {
  ...{ id: 'plink_1', url: 'https://pay.example/p/1', active: true, computedAmount: 18_000, currency: 'EGP' },
  ...{ createdAt: '2026-11-27T10:00:00.000Z', expiresAt: null, maxCompletions: null },
  lineItems: [{ quantity: 2, description: 'Soap', price: soap }],
};
const usedUp = '\nUsed up: maxPayments is reached, so it opens no more checkouts.\n';

/** @param complete checkouts that are complete; undefined if the key may not read them @param failed of these, unpaid for good */
const show = (use: { max: number | null; payments: number; complete?: number; failed?: number }) => {
  const { max, payments, complete, failed = 0 } = use;
  const answer = ({ path, query }: Sent) => {
    if (path === '/checkout/sessions' && complete === undefined) return undefined;
    if (path === '/products/prod_1') return { active: true };
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

/** Shows a link that sells at these prices. @param readable answers by path; the key may read nothing else but the link */
const showOffer = (
  prices: readonly object[],
  changes: object = {},
  readable: Readonly<Record<string, unknown>> = {},
) => {
  const lineItems = prices.map((price) => ({ quantity: 1, description: 'Soap', price }));
  const shown = { ...link, lineItems, ...changes };
  const answer = ({ path }: Sent) => (path === '/payment-links/plink_1' ? shown : readable[path]);
  return runMizan(['links', 'show', 'plink_1'], { answer });
};
const notesOf = ({ out }: { readonly out: string }) => out.split('\n\n').slice(1).join('').trimEnd().split('\n');
const [past, future] = ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];
const archived = { ...soap, active: false };
const reactivate = 'so it opens no more checkouts. Set active to true with PATCH /prices/{id}, or create another link.';
const extend =
  'so it opens no more checkouts. Create another link, or set a later expiresAt with PATCH /payment-links/{id}.';

test.each([
  ['its price is archived', [archived], {}, [`Closed: price_1 is archived, ${reactivate}`]],
  [
    'some of its prices are archived',
    [archived, { ...soap, id: 'price_2' }, { ...archived, id: 'price_3' }, archived],
    {},
    [`Closed: price_1 and price_3 are archived, ${reactivate}`],
  ],
  ['it has expired', [soap], { expiresAt: past }, [`Expired: expiresAt has passed, ${extend}`]],
  [
    'its price is not on sale yet',
    [{ ...soap, startDate: future }],
    {},
    ['Closed for now: price_1 is not on sale before startDate, so it opens no checkouts yet.'],
  ],
  [
    'its price is on sale no more',
    [{ ...soap, startDate: past, expirationDate: past }],
    {},
    [
      'Closed: price_1 is not on sale since expirationDate, so it opens no more checkouts. Set a later expirationDate with PATCH /prices/{id}, or create another link.',
    ],
  ],
  [
    'there are two reasons, which deactivating it does not hide',
    [archived],
    { expiresAt: past, active: false },
    [`Expired: expiresAt has passed, ${extend}`, `Closed: price_1 is archived, ${reactivate}`],
  ],
  ['there is no reason', [{ ...soap, startDate: past, expirationDate: future }], { expiresAt: future }, ['']],
])('a link shows why it opens no checkouts: %s', async (_why, prices, changes, notes) => {
  expect(notesOf(await showOffer(prices, changes))).toEqual(notes);
});

test('a link that is used up and whose price is archived shows both', async () => {
  const payments = { data: [{ id: 'plink_1', successfulTransactions: 1 }] };
  const shown = await showOffer([archived], { maxCompletions: 1 }, { '/payment-links': payments });
  expect(notesOf(shown)).toEqual([usedUp.trim(), `Closed: price_1 is archived, ${reactivate}`]);
});

test('a link says that a product is archived, to a key that may read products', async () => {
  const readable = { '/products/prod_1': { id: 'prod_1', active: false }, '/products/prod_2': { active: true } };
  const shown = await showOffer([soap, { ...soap, id: 'price_2', productId: 'prod_2' }], {}, readable);
  expect(notesOf(shown)).toEqual([
    'Closed: prod_1 is archived, so it opens no more checkouts. Set active to true with PATCH /products/{id}, or create another link.',
  ]);
});

test('the test clock decides whether a link has expired', async () => {
  const expiresAt = '2998-12-31T00:00:00.000Z';
  const at = (now: string) => showOffer([soap], { expiresAt }, { '/test-helpers/clock': { now } });
  expect(notesOf(await at('2998-12-30T23:59:59.999Z'))).toEqual(['']);
  expect(notesOf(await at(expiresAt))).toEqual([
    `Expired: expiresAt has passed by the test clock of the account, ${extend}`,
  ]);
});

test('a link that has ended by the real time is shown without the test clock', async () => {
  const { sent, err } = await showOffer([soap], { expiresAt: past });
  expect([sent.map(({ path }) => path).includes('/test-helpers/clock'), err]).toEqual([false, '']);
});

test('the JSON of a link is the API’s, and reads nothing else', async () => {
  const shown = { ...link, expiresAt: past };
  const { out, sent } = await runMizan(['--json', 'links', 'show', 'plink_1'], { answer: () => shown });
  expect([JSON.parse(out), sent.length]).toEqual([shown, 1]);
});

const failure = { error: { code: 'internal_error', message: 'Try again.' } };
const limited = { ...link, maxCompletions: 1 };

test.each([
  ['its payments', '/payment-links', 'The payments of the link cannot be read now: Try again.\n'],
  ['its checkouts', '/checkout/sessions', 'The checkouts of the link cannot be read now: Try again.\n'],
  ['its products', '/products/prod_1', 'The products of the link cannot be read now: Try again.\n'],
])('a link is shown also while %s cannot be read', async (_what, failing, notice) => {
  const answer = ({ path }: Sent) => {
    if (path === failing) return failure;
    if (path === '/payment-links/plink_1') return limited;
    if (path === '/products/prod_1') return { active: true };
    return { data: [{ ...link, successfulTransactions: 0 }], totalCount: 0 };
  };
  const { status, out, err } = await runMizan(['links', 'show', 'plink_1'], { answer });
  expect([status, out]).toEqual([0, expect.stringMatching(/^id +plink_1$/m)]);
  expect(err.startsWith(notice)).toBe(true);
});

test('the payments of a link that the search does not find are left out, not shown as 0', async () => {
  const answer = ({ path }: Sent) => {
    if (path === '/products/prod_1') return undefined;
    return path === '/payment-links/plink_1' ? limited : { data: [], totalCount: 0 };
  };
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
