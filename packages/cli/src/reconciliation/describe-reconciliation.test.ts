import { describe, expect, test } from '@jest/globals';
import type { ReconciliationFinding, ReconciliationTotal } from '@mizan/contracts';
import { limitsOf, remediesOf, summaryOf, sumTotals, toFindingsCsv, toRow } from './describe-reconciliation.ts';

const total = (changes: Partial<ReconciliationTotal> = {}): ReconciliationTotal => ({
  ...{ accountId: 'acct_1', connectionId: 'pvc_1', provider: 'stripe', coverage: 'list', currency: 'EGP' },
  ...{ payments: 120, amount: 1_200_000, refunds: 3, amountRefunded: 5_000 },
  ...changes,
});
const finding = (changes: Partial<ReconciliationFinding> = {}): ReconciliationFinding => ({
  ...{ kind: 'amount_differs', accountId: 'acct_1', connectionId: 'pvc_1', provider: 'stripe' },
  ...{ chargeId: 'ch_1', refundId: null, reference: 'pi_1' },
  here: { state: 'captured', amount: 1_234_567, currency: 'EGP' },
  there: { state: 'captured', amount: 1_005, currency: 'KWD' },
  detail: null,
  ...changes,
});

describe('the first line', () => {
  test.each([
    ['Everything agrees: 120 payments, EGP 12,000.00, 3 refunds.', [], [total()]],
    ['Everything agrees: 0 payments, 0 refunds.', [], []],
    [
      'Everything agrees: 2 payments, EGP 0.10, KWD 1.005, 1 refund.',
      [],
      [
        total({ payments: 1, amount: 10, refunds: 0 }),
        total({ payments: 1, amount: 1_005, refunds: 1, currency: 'KWD' }),
      ],
    ],
    ['1 difference in 120 payments, EGP 12,000.00, 3 refunds.', [finding()], [total()]],
    [
      'No difference found, but not all was compared: 120 payments, EGP 12,000.00, 3 refunds. 1 comparison failed: the provider did not answer, or refused the query.',
      [finding({ kind: 'not_answered', here: null, there: null, detail: 'reset' })],
      [total()],
    ],
  ])('is: %s', (line, findings, totals) => expect(summaryOf({ findings, totals })).toBe(line));
});

test('pages are added up by connection and currency', () => {
  const pages = [total(), total({ currency: 'SAR' }), total({ payments: 1, amount: 5, refunds: 0, amountRefunded: 0 })];
  expect(sumTotals(pages)).toEqual([total({ payments: 121, amount: 1_200_005 }), total({ currency: 'SAR' })]);
});

test('connections that have no list say what was not compared, once', () => {
  const paymob = total({ coverage: 'query', provider: 'paymob', connectionId: 'pvc_2' });
  expect(limitsOf([total(), paymob, { ...paymob, currency: 'SAR' }])).toEqual([
    'paymob pvc_2: only payments recorded here are queried. Those that only paymob knows cannot be found this way.',
  ]);
});

test('connections that could not be queried say what to do, once', () => {
  const refused = finding({
    kind: 'not_answered',
    provider: 'paymob',
    connectionId: 'pvc_2',
    detail: 'incorrect credentials',
  });
  expect(remediesOf([finding(), refused, { ...refused, chargeId: 'ch_2' }])).toEqual([
    'paymob pvc_2: if the credentials are refused, mizan providers rotate paymob acct_1 pvc_2; if it was disconnected, connect the same account at paymob again, with what the connection had: mizan providers connect paymob acct_1 --settles-to …. Then, or if there was no answer, repeat with --connection pvc_2.',
  ]);
  const [unknown] = remediesOf([{ ...refused, accountId: null }]);
  expect(unknown).toContain(' rotate paymob <account> pvc_2;');
  expect(unknown).toContain(' connect paymob <account> --settles-to ….');
  const [atFawry] = remediesOf([{ ...refused, provider: 'fawry' }]);
  expect(atFawry).toContain(' connect fawry acct_1 --settles-to … --methods ….');
});

test('a row shows both sides in major units', () => {
  expect(toRow(finding())).toMatchObject({ here: 'captured EGP 12,345.67', there: 'captured KWD 1.005' });
  expect(toRow(finding({ here: null }))).toMatchObject({ here: 'nothing' });
});

test('the CSV has a line for each finding, with nothing that a spreadsheet runs', () => {
  const lines = toFindingsCsv([finding({ reference: '=1+1', here: null })]).split('\r\n');
  expect(lines).toEqual([
    'kind,account,connection,provider,charge,refund,reference,hereState,hereAmount,hereCurrency,thereState,thereAmount,thereCurrency,detail',
    `amount_differs,acct_1,pvc_1,stripe,ch_1,,"'=1+1",,,,captured,1.005,KWD,`,
    '',
  ]);
});
