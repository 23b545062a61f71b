import { expect, test } from '@jest/globals';
import { toPayoutsCsv } from './payouts-csv.ts';

test('payouts as CSV: exact amounts, quoted texts, and no formulas', () => {
  const payout = {
    id: 'po_1',
    accountId: 'acct_1',
    amount: 1_005,
    currency: 'KWD' as const,
    holderName: 'Siwa, "Trading"',
    iban: 'KW81CBKU0000000000001234560101',
    country: 'KW',
    statementDescriptor: null,
    status: 'IN_TRANSIT' as const,
  };
  const csv = toPayoutsCsv({
    id: 'exp_1',
    object: 'payout_export',
    executionDate: '2026-12-01',
    createdAt: '2026-11-30T22:15:00.000Z',
    payouts: [payout, { ...payout, holderName: '=HYPERLINK("x")', statementDescriptor: '-1+1' }],
  });
  expect(csv.split('\r\n')).toEqual([
    'id,account,amount,currency,holderName,iban,country,statementDescriptor,executionDate',
    'po_1,acct_1,1.005,KWD,"Siwa, ""Trading""",KW81CBKU0000000000001234560101,KW,,2026-12-01',
    `po_1,acct_1,1.005,KWD,"'=HYPERLINK(""x"")",KW81CBKU0000000000001234560101,KW,"'-1+1",2026-12-01`,
    '',
  ]);
});
