import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../../mizan.test-support.ts';

const anyCard = { provider: null, brand: null, isOnUs: null, isInternational: null };
const account = {
  ...{ id: 'acct_1', displayName: 'Siwa Oil', country: 'EG', defaultCurrency: 'EGP', lateSuccessPolicy: 'capture' },
  ...{ supportedCurrencies: [{ code: 'EGP' }], vatOnFeesPpm: 140_000, presentmentCurrencies: [], allowedOrigins: [] },
  feeConfig: { feesPassThrough: false, vatCollectionEnabled: false },
  disputeFees: [{ currency: 'EGP', amount: 1_500 }],
  feeSchedule: [
    { paymentMethodType: 'card', currency: 'EGP', ratePpm: 27_500, fixed: 300, refundFixed: 0, ...anyCard },
  ],
};
const settings = {
  manualMethods: { cash_on_delivery: { enabled: false }, bank_transfer: [], instapay: { handle: null } },
};
const answer = ({ path }: Sent) =>
  path.endsWith('/settings') ? settings : path.endsWith('/provider-connections') ? { data: [] } : account;
const update = (...options: string[]) => runMizan(['accounts', 'update', 'acct_1', ...options], { answer });

describe('terms that a live account gets', () => {
  const fees = ['card', 'fawry'].map((paymentMethodType) => ({ ...account.feeSchedule[0], paymentMethodType }));
  const feeSchedule = [...fees, { ...fees[0], currency: 'USD' }];
  const supportedCurrencies = [
    { code: 'EGP', paymentMethodTypes: ['card', 'fawry'] },
    { code: 'USD', paymentMethodTypes: ['card'] },
  ];
  const live = { ...account, livePaymentsEnabled: true, supportedCurrencies, feeSchedule };
  const apply = async (terms: object, { present = live, currencies = ['EGP', 'USD'] } = {}) => {
    const file = join(mkdtempSync(join(tmpdir(), 'mizan-terms-')), 'terms.json');
    writeFileSync(file, JSON.stringify(terms));
    const methods = ['card', 'fawry'].map((type) => ({ type, currencies }));
    const connections = { data: [{ id: 'pvc_1', status: 'ACTIVE', provider: 'paymob', methods }], totalCount: 1 };
    const { err, sent } = await runMizan(['accounts', 'update', 'acct_1', '--terms', file], {
      typed: 'n',
      answer: ({ path }) =>
        path.endsWith('/settings') ? settings : path.endsWith('/provider-connections') ? connections : present,
    });
    return {
      question: /can no longer pay with (.*) \[y\/N\]/.exec(err)?.[1],
      isSent: sent.some(({ method }) => method === 'PATCH'),
    };
  };
  const fewer = { feeSchedule: fees.slice(0, 1) };

  test.each([
    ['its buyers lose no way to pay', { feeSchedule, vatOnFeesPpm: 140_000 }, {}],
    ['it takes no live payments', fewer, { present: { ...live, livePaymentsEnabled: false } }],
    ['nothing takes what is no longer offered', { feeSchedule: fees }, { currencies: ['EGP'] }],
  ])('are applied without a question where %s', async (_where, terms, world) => {
    expect(await apply(terms, world)).toEqual({ isSent: true });
  });

  test.each([
    ['a method and a currency away', fewer, 'fawry in EGP; card in USD.'],
    [
      'the fee of the connected provider away',
      { feeSchedule: feeSchedule.map((rule) => ({ ...rule, provider: 'stripe' })) },
      'card, fawry in EGP; card in USD.',
    ],
  ])('need confirmation before they take %s, and name what is lost', async (_what, terms, lost) => {
    expect(await apply(terms)).toEqual({ question: lost, isSent: false });
  });
});

describe('an update prints', () => {
  const fee = /^EGP +2\.75 % \+ 3\.00 .* card$/m;

  test('the fees that now apply, where it changes the terms', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mizan-terms-')), 'terms.json');
    writeFileSync(file, JSON.stringify({ vatOnFeesPpm: 140_000 }));
    const { status, out } = await update('--terms', file);
    expect([status, out]).toEqual([0, expect.stringMatching(fee)]);
    expect(out).toMatch(/^vatOnFees +14 %$/m);
  });

  test('a warning where a percentage was sent as parts per million', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mizan-terms-')), 'terms.json');
    writeFileSync(file, JSON.stringify({ vatOnFeesPpm: 14 }));
    const { err } = await runMizan(['accounts', 'update', 'acct_1', '--terms', file], {
      answer: (sent) => (sent.path === '/operator/accounts/acct_1' ? { ...account, vatOnFeesPpm: 14 } : answer(sent)),
    });
    expect(err).toBe('warning: vatOnFeesPpm 14 is 0.0014 %. It is in parts per million: 14 % is 140000.\n');
    expect((await update('--terms', file)).err).toBe('');
  });

  test('the terms that it has changed, also where the payment methods cannot be read afterwards', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mizan-terms-')), 'terms.json');
    writeFileSync(file, JSON.stringify({ vatOnFeesPpm: 140_000 }));
    const failing = { error: { code: 'internal_error', message: 'Try again later.' } };
    const { status, out, err } = await runMizan(['accounts', 'update', 'acct_1', '--terms', file], {
      answer: (sent) => (sent.path.endsWith('/provider-connections') ? failing : answer(sent)),
    });
    expect([status, out]).toEqual([0, expect.stringMatching(fee)]);
    expect(err).toMatch(/^The payment methods of the account cannot be read now: Try again later\./);
  });

  test('those of disputes, where it changes these', async () => {
    const { out } = await update('--dispute-fee', 'EGP=15.00');
    expect(out).toMatch(/^disputeFees +EGP 15\.00$/m);
  });

  test('no fees otherwise', async () => {
    const { out } = await update('--name', 'Siwa Oil');
    expect(out).toMatch(/^displayName +Siwa Oil$/m);
    expect(out).not.toMatch(fee);
  });
});

test.each([
  ['of no currency', 'aman', [{ code: 'EGP', paymentMethodTypes: ['fawry', 'card'] }]],
  [
    'only of a currency in which the connection does not take it',
    'card',
    [
      { code: 'EGP', paymentMethodTypes: ['fawry', 'aman'] },
      { code: 'USD', paymentMethodTypes: ['card'] },
    ],
  ],
])('allowing live payments names a method that the terms name %s: it is not offered', async (_which, type, terms) => {
  const methods = ['fawry', 'aman', 'card'].map((each) => ({ type: each, currencies: ['EGP'] }));
  const fees = ['fawry', 'aman', 'card'].map((each) => ({ ...account.feeSchedule[0], paymentMethodType: each }));
  const { err } = await runMizan(['accounts', 'update', 'acct_1', '--live-payments', 'on'], {
    answer: (sent) =>
      sent.path.endsWith('/provider-connections')
        ? { data: [{ id: 'pvc_1', status: 'ACTIVE', provider: 'paymob', methods }], totalCount: 1 }
        : sent.path === '/operator/accounts/acct_1'
          ? { ...account, supportedCurrencies: terms, feeSchedule: fees }
          : answer(sent),
  });
  expect(err).toContain(
    `Not offered, as supportedCurrencies in the terms of acct_1 names it in no currency that it takes: ${type}.\n`,
  );
});
