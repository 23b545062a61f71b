import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { feeOn } from '@mizan/money';
import {
  availabilityJournal,
  captureJournal,
  disputeJournal,
  disputeReversalJournal,
  floatJournal,
  type Journal,
  type JournalKind,
  type LedgerAccount,
  merchantHeldAccounts,
  payoutFailureJournal,
  payoutJournal,
  payoutSettlementJournal,
  receiptJournal,
  receiptReversalJournal,
  refundFailureJournal,
  refundJournal,
  refundRestoralJournal,
  refundReversalJournal,
  refundSettlementJournal,
  resetJournal,
  saleJournal,
} from './journals.ts';

const terms = { ratePpm: 27_500, fixed: 300, vatPpm: 140_000 };
const moved = (sourceId: string, amount: number) => ({ sourceId, amount, currency: 'EGP' as const });
/** The same, of a charge whose money the platform holds. */
const ofPlatform = (sourceId: string, amount: number) => ({
  ...moved(sourceId, amount),
  settlesTo: 'platform' as const,
});
const ofMerchant = (sourceId: string, amount: number) => ({
  ...moved(sourceId, amount),
  settlesTo: 'merchant' as const,
});
const asRecord = (journal: Journal): Record<string, number> =>
  Object.fromEntries(journal.entries.map(({ account, amount }) => [account, amount]));

/** Balance of every account after the journals, credit positive. */
function balancesAfter(journals: readonly Journal[]): Map<LedgerAccount, number> {
  const balances = new Map<LedgerAccount, number>();
  for (const { account, amount } of journals.flatMap((journal) => journal.entries))
    balances.set(account, (balances.get(account) ?? 0) + amount);
  return balances;
}

const movement = fc.record({
  sourceId: fc.constantFrom('ch_1:cap:1', 're_1'),
  currency: fc.constantFrom('EGP' as const, 'KWD' as const),
  amount: fc.nat(999_999_999_999),
  settlesTo: fc.constantFrom('platform' as const, 'merchant' as const),
});
const everyKind = (of: typeof movement): Record<JournalKind, fc.Arbitrary<Journal>> => ({
  capture: of.map((one) => captureJournal({ ...one, fee: feeOn(one.amount, terms) })),
  availability: fc
    .tuple(of, fc.integer({ min: -1_000, max: 999_999_999_999 }))
    .map(([one, amount]) => availabilityJournal({ ...one, amount })),
  refund: fc.tuple(of, fc.nat(1_000)).map(([one, feeAmount]) => refundJournal({ ...one, feeAmount })),
  refund_settlement: of.map(refundSettlementJournal),
  refund_failure: fc.tuple(of, fc.boolean()).map(([one, isSettled]) => refundFailureJournal({ ...one, isSettled })),
  dispute: fc.tuple(of, fc.nat(1_000)).map(([one, feeAmount]) => disputeJournal({ ...one, feeAmount })),
  dispute_reversal: of.map(disputeReversalJournal),
  payout: of.map(payoutJournal),
  payout_settlement: of.map(payoutSettlementJournal),
  payout_failure: fc.tuple(of, fc.boolean()).map(([one, isReturned]) => payoutFailureJournal({ ...one, isReturned })),
  receipt: of.map(receiptJournal),
  receipt_reversal: of.map(receiptReversalJournal),
  float: of.map(floatJournal),
  sale: of.map(saleJournal),
  refund_reversal: of.map(refundReversalJournal),
  refund_restoral: of.map(refundRestoralJournal),
  reset: of.map((one) => resetJournal(one, captureJournal({ ...one, fee: feeOn(one.amount, terms) }).entries)),
});

describe('every journal', () => {
  test.each(Object.entries(everyKind(movement)))(
    '%s sums to 0, what merchants hold alone does too; has no entry of 0, one per account, in order',
    (kind, journals) => {
      fc.assert(
        fc.property(journals, (journal) => {
          const accounts = journal.entries.map((entry) => entry.account);
          expect(journal.kind).toBe(kind);
          const held = journal.entries.filter(({ account }) => merchantHeldAccounts.includes(account));
          for (const entries of [journal.entries, held])
            expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0);
          expect(journal.entries.every((entry) => Number.isSafeInteger(entry.amount) && entry.amount !== 0)).toBe(true);
          expect(accounts).toEqual([...new Set(accounts)].toSorted());
          expect(new Set(journal.entries.map((entry) => entry.currency)).size).toBeLessThanOrEqual(1);
        }),
      );
    },
  );
  test('with amounts that do not add up is refused', () =>
    expect(() => captureJournal({ ...ofPlatform('ch_1:cap:1', 100), fee: { fee: 10, feeVat: 1, total: 12 } })).toThrow(
      /balance/,
    ));
  test('that moves money between what the platform holds and what the merchant holds is refused', () => {
    const sums = [
      { account: 'held_by_merchant', amount: 100 },
      { account: 'merchant_available', amount: -100 },
    ] as const;
    expect(() => resetJournal({ sourceId: 'acct_1', currency: 'EGP' }, sums)).toThrow(/out of balance/);
  });
});

describe('journals of money that the merchant receives itself', () => {
  const fee = feeOn(103_590, terms);
  const paid = captureJournal({ ...ofMerchant('ch_1:cap:1', 103_590), fee });
  test('capture: all of it is the merchant’s at once, who owes the platform the fee', () =>
    expect(asRecord(paid)).toEqual({
      merchant_processor_clearing: -103_590,
      held_by_merchant: 103_590,
      merchant_available: -3_590,
      platform_fee: 3_149,
      fee_vat: 441,
    }));
  test('refund: what the merchant holds is debited, its own fee is owed to the platform', () =>
    expect(asRecord(refundJournal({ ...ofMerchant('re_1', 5_000), feeAmount: 100 }))).toEqual({
      held_by_merchant: -5_000,
      merchant_refund_clearing: 5_000,
      merchant_available: -100,
      platform_fee: 100,
    }));
  test.each([
    ['before it was settled', []],
    ['after it was settled', [refundSettlementJournal(ofMerchant('re_1', 4_000))]],
  ] as const)('a refund that fails %s leaves every balance as if it had never been made', (_, settlement) => {
    const refund = refundJournal({ ...ofMerchant('re_1', 4_000), feeAmount: 0 });
    const isSettled = settlement.length > 0;
    const failed = refundFailureJournal({ ...ofMerchant('re_1', 4_000), isSettled });
    const balances = [...balancesAfter([paid, refund, ...settlement, failed])].filter(([, amount]) => amount !== 0);
    expect(Object.fromEntries(balances)).toEqual(asRecord(paid));
  });
  test('receipts of a charge that failed, and their reversal, stay with the merchant', () => {
    expect(asRecord(receiptJournal(ofMerchant('ch_1', 70)))).toEqual({
      merchant_processor_clearing: -70,
      held_by_merchant: 70,
    });
    expect(asRecord(receiptReversalJournal(ofMerchant('ch_1', 70)))).toEqual({
      merchant_processor_clearing: 70,
      held_by_merchant: -70,
    });
  });
});

describe('journals', () => {
  test('capture: the processor is debited, merchant, fee and VAT are credited', () =>
    expect(asRecord(captureJournal({ ...ofPlatform('ch_1:cap:1', 103_590), fee: feeOn(103_590, terms) }))).toEqual({
      processor_clearing: -103_590,
      merchant_pending: 100_000,
      platform_fee: 3_149,
      fee_vat: 441,
    }));
  test('capture of less than its fee leaves the merchant owing', () => {
    const fee = feeOn(100, terms);
    expect(asRecord(captureJournal({ ...ofPlatform('ch_1:cap:1', 100), fee }))['merchant_pending']).toBe(
      100 - fee.total,
    );
    expect(asRecord(availabilityJournal(moved('ch_1:cap:1', 100 - fee.total)))).toEqual({
      merchant_pending: fee.total - 100,
      merchant_available: 100 - fee.total,
    });
  });
  test('refund: the balance is debited at once, with the refund’s own fee', () =>
    expect(asRecord(refundJournal({ ...ofPlatform('re_1', 5_000), feeAmount: 100 }))).toEqual({
      merchant_available: -5_100,
      refund_clearing: 5_000,
      platform_fee: 100,
    }));
  test('sale and its reversal touch no balance that money is paid from', () => {
    expect(asRecord(saleJournal(moved('ch_1:cap:1', 100)))).toEqual({ gross_volume: -100, merchant_sales: 100 });
    expect(asRecord(refundReversalJournal(moved('re_1', 40)))).toEqual({ gross_volume: 40, merchant_sales: -40 });
  });

  const paid = [
    captureJournal({ ...ofPlatform('ch_1:cap:1', 10_000), fee: feeOn(10_000, terms) }),
    availabilityJournal(moved('ch_1:cap:1', 10_000 - feeOn(10_000, terms).total)),
  ];
  const refunded = [...paid, refundJournal({ ...ofPlatform('re_1', 4_000), feeAmount: 0 })];
  const settled = [...refunded, refundSettlementJournal(ofPlatform('re_1', 4_000))];

  test('a settled refund leaves nothing in clearing, and the platform keeps its fee', () => {
    expect(balancesAfter(settled).get('refund_clearing')).toBe(0);
    expect(balancesAfter(settled).get('processor_clearing')).toBe(-6_000);
    expect(balancesAfter(settled).get('platform_fee')).toBe(feeOn(10_000, terms).fee);
  });
  test.each([
    ['before it was settled', refunded, false],
    ['after it was settled', settled, true],
  ] as const)('a refund that fails %s leaves every balance as if it had never been made', (_, before, isSettled) => {
    const failed = [...before, refundFailureJournal({ ...ofPlatform('re_1', 4_000), isSettled })];
    const balances = Object.fromEntries([...balancesAfter(failed)].filter(([, amount]) => amount !== 0));
    expect(balances).toEqual(Object.fromEntries([...balancesAfter(paid)].filter(([, amount]) => amount !== 0)));
  });
  test('the float of test mode is usable at once', () =>
    expect(asRecord(floatJournal(moved('acct_1', 100)))).toEqual({ platform_float: -100, merchant_available: 100 }));
});
