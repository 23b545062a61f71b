import { describe, expect, test } from '@jest/globals';
import type { StatedPayment, StatedRefund } from '../providers/port/provider-statement.ts';
import { comparePayment } from './compare-payment.ts';
import type { RecordedPayment, RecordedRefund } from './recorded-payments.ts';

const at = new Date('2026-12-01T10:00:00.000Z');
const here = (changes: Partial<RecordedPayment> = {}): RecordedPayment => ({
  id: 'ch_1',
  merchantId: 'acct_1',
  connectionId: 'pvc_1',
  status: 'SUCCEEDED',
  amount: 10_000,
  amountCaptured: 10_000,
  currency: 'EGP',
  externalChargeId: 'pay_1',
  createdAt: at,
  refunds: [],
  refundsNatively: true,
  ...changes,
});
const there = (changes: Partial<StatedPayment> = {}): StatedPayment => ({
  reference: 'pay_1',
  chargeId: 'ch_1',
  state: 'captured',
  amount: 10_000,
  currency: 'EGP',
  refunded: 0,
  refunds: [],
  ...changes,
});
const refund = (changes: Partial<RecordedRefund> = {}): RecordedRefund => ({
  id: 're_1',
  chargeId: 'ch_1',
  amount: 1_000,
  status: 'SUCCEEDED',
  externalRefundId: 'back_1',
  createdAt: at,
  ...changes,
});
const back = (changes: Partial<StatedRefund> = {}): StatedRefund => ({
  reference: 'back_1',
  refundId: 're_1',
  amount: 1_000,
  state: 'succeeded',
  ...changes,
});
const held = { amountCaptured: 0 } as const;
const kindsOf = (recorded: RecordedPayment, ...payments: StatedPayment[]) =>
  comparePayment(recorded, { payments, isComplete: true }).map(({ kind }) => kind);

describe('a payment', () => {
  test.each<[string, RecordedPayment, StatedPayment[]]>([
    ['captured on both sides', here(), [there()]],
    ['held on both sides', here(held), [there({ state: 'held' })]],
    ['undecided on both sides', here({ status: 'PENDING', externalChargeId: null }), [there({ state: 'waiting' })]],
    ['failed here that was never sent', here({ status: 'FAILED', externalChargeId: null }), []],
    ['failed here that still waits there', here({ status: 'FAILED' }), [there({ state: 'waiting' })]],
    ['paid after an attempt that was declined there', here(), [there({ reference: 'pay_0', state: 'ended' }), there()]],
  ])('%s agrees', (_, recorded, payments) => expect(kindsOf(recorded, ...payments)).toEqual([]));

  test.each<[string, RecordedPayment, StatedPayment[]]>([
    ['missing_there', here(), []],
    ['missing_there', here(held), []],
    ['doubled', here(), [there(), there({ reference: 'pay_2' })]],
    ['doubled', here(), [there(), there({ reference: 'pay_2', state: 'held' })]],
    ['amount_differs', here(), [there({ amount: 9_999 })]],
    ['amount_differs', here(held), [there({ state: 'held', amount: 1 })]],
    ['currency_differs', here(), [there({ currency: 'USD', amount: 1 })]],
    ['state_differs', here(), [there({ state: 'held' })]],
    ['state_differs', here(held), [there()]],
    ['state_differs', here(), [there({ state: 'ended' })]],
    ['state_differs', here({ status: 'PENDING', externalChargeId: null }), [there()]],
    ['state_differs', here({ status: 'FAILED', externalChargeId: null }), [there({ state: 'held' })]],
    ['state_differs', here({ status: 'FAILED', externalChargeId: 'pay_0' }), [there()]],
  ])('is %s', (kind, recorded, payments) => expect(kindsOf(recorded, ...payments)).toEqual([kind]));

  test('of a list is not missing because another one names its charge', () => {
    const listed = { payments: [there({ reference: 'pay_2' })], isComplete: false };
    expect(comparePayment(here(), listed)).toEqual([
      {
        kind: 'doubled',
        reference: 'pay_2',
        refundId: null,
        here: { state: 'captured', amount: 10_000, currency: 'EGP' },
        there: { state: 'captured', amount: 10_000, currency: 'EGP' },
      },
    ]);
  });
});

describe('a refund', () => {
  const compare = (recorded: RecordedRefund[], stated: StatedRefund[]) =>
    kindsOf(here({ refunds: recorded }), there({ refunds: stated }));

  test.each<[string, RecordedRefund[], StatedRefund[]]>([
    ['that succeeded', [refund()], [back()]],
    ['that names the provider’s id alone', [refund()], [back({ refundId: null })]],
    ['whose amount the provider does not show', [refund()], [back({ amount: null })]],
    ['that is pending', [refund({ status: 'PENDING' })], [back({ state: 'pending' })]],
    ['that was not sent yet', [refund({ status: 'PENDING' })], []],
    ['that failed', [refund({ status: 'FAILED' })], [back({ state: 'failed' })]],
    ['that failed once and succeeded then', [refund()], [back({ reference: 'back_0', state: 'failed' }), back()]],
  ])('%s agrees', (_, recorded, stated) => expect(compare(recorded, stated)).toEqual([]));

  test.each<[string, RecordedRefund[], StatedRefund[]]>([
    ['refund_missing_there', [refund()], []],
    ['refund_missing_here', [], [back({ refundId: null })]],
    ['refund_missing_here', [refund()], [back(), back({ reference: 'back_2', refundId: null, amount: 7 })]],
    ['refund_doubled', [refund()], [back(), back({ reference: 'back_2' })]],
    ['refund_doubled', [refund()], [back(), back({ reference: 'back_2', refundId: null })]],
    ['refund_amount_differs', [refund()], [back({ amount: 999 })]],
    ['refund_state_differs', [refund()], [back({ state: 'failed' })]],
    ['refund_state_differs', [refund({ status: 'PENDING' })], [back()]],
    ['refund_state_differs', [refund({ status: 'FAILED' })], [back()]],
  ])('is %s', (kind, recorded, stated) => expect(compare(recorded, stated)).toEqual([kind]));

  const nameless = (reference: string, changes: Partial<StatedRefund> = {}) =>
    back({ reference, refundId: null, ...changes });
  const resolved = (id: string) => refund({ id, externalRefundId: `resolved_${id}` });

  test.each<[string, RecordedRefund[], StatedRefund[], string[]]>([
    ['agrees with one of its amount', [resolved('re_1')], [nameless('back_1')], []],
    ['leaves that of another refund', [refund(), resolved('re_2')], [nameless('back_1'), nameless('back_2')], []],
    ['takes one of two', [resolved('re_1'), resolved('re_2')], [nameless('back_1'), nameless('back_2')], []],
    ['is missing there', [resolved('re_1')], [nameless('back_1', { state: 'failed' })], ['refund_missing_there']],
    ['was carried out twice', [resolved('re_1')], [nameless('back_1'), nameless('back_2')], ['refund_doubled']],
    [
      'is not one of another amount',
      [resolved('re_1')],
      [nameless('back_1', { amount: 7 })],
      ['refund_missing_there', 'refund_missing_here'],
    ],
  ])('that was resolved as succeeded without the provider’s id %s', (_, recorded, stated, kinds) =>
    expect(compare(recorded, stated)).toEqual(kinds),
  );

  const sums = (recorded: RecordedRefund[], refunded: number | null) =>
    kindsOf(here({ refunds: recorded }), there({ refunds: null, refunded }));

  test('of a provider that shows their sum alone is compared with it, the pending ones at either end', () => {
    const pending = refund({ id: 're_2', status: 'PENDING', amount: 500 });
    expect(sums([refund(), pending], 1_000)).toEqual([]);
    expect(sums([refund(), pending], 1_500)).toEqual([]);
    expect(sums([refund(), pending], 1_501)).toEqual(['refund_missing_here']);
    expect(sums([refund(), pending], 999)).toEqual(['refund_missing_there']);
    expect(sums([refund()], null)).toEqual([]);
  });

  test('that the merchant returns by hand is not expected of the provider', () => {
    const recorded = here({ refunds: [refund()], refundsNatively: false });
    expect(kindsOf(recorded, there())).toEqual([]);
    expect(kindsOf(recorded, there({ refunds: [back({ refundId: null })] }))).toEqual(['refund_missing_here']);
  });
});
