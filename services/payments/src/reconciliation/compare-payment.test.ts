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
  amountCapturing: 0,
  currency: 'EGP',
  externalChargeId: 'pay_1',
  createdAt: at,
  refunds: [],
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
  isByMerchant: false,
  ...changes,
});
const back = (changes: Partial<StatedRefund> = {}): StatedRefund => ({
  reference: 'back_1',
  refundId: 're_1',
  mayBe: 'none',
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

  const capturing = here({ amountCaptured: 6_000, amountCapturing: 3_000 });
  test('is no surplus when the answer to a further capture is missing', () => {
    expect(comparePayment(capturing, { payments: [there({ amount: 9_000 })], isComplete: true })).toEqual([
      {
        kind: 'state_differs',
        reference: 'pay_1',
        refundId: null,
        here: { state: 'waiting', amount: 9_000, currency: 'EGP' },
        there: { state: 'captured', amount: 9_000, currency: 'EGP' },
      },
    ]);
  });

  test.each<[number, string[]]>([
    [6_000, []],
    [8_999, ['amount_differs']],
    [9_001, ['amount_differs']],
    [3_000, ['amount_differs']],
  ])('with an undecided capture of 30.00 after one of 60.00, and %i there', (amount, kinds) =>
    expect(kindsOf(capturing, there({ amount }))).toEqual(kinds),
  );

  test('that is held on both sides has another amount whatever is being captured', () => {
    const recorded = here({ ...held, amountCapturing: 3_000 });
    expect(kindsOf(recorded, there({ state: 'held' }))).toEqual([]);
    expect(kindsOf(recorded, there({ state: 'held', amount: 3_000 }))).toEqual(['amount_differs']);
    expect(kindsOf(recorded, there({ amount: 3_000 }))).toEqual(['state_differs']);
  });

  test('has its refunds compared while a further capture is undecided', () => {
    const stated = there({ amount: 9_000, refunds: [back({ refundId: null })] });
    expect(kindsOf(capturing, stated)).toEqual(['state_differs', 'refund_missing_here']);
  });

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
    ['refund_doubled', [refund()], [back(), back({ reference: 'back_2', refundId: null, mayBe: 'any' })]],
    ['refund_doubled', [refund()], [back(), back({ reference: 'back_2', refundId: null, mayBe: 'ended' })]],
    ['refund_missing_here', [refund()], [back(), back({ reference: 'back_2', refundId: null })]],
    ['refund_amount_differs', [refund()], [back({ amount: 999 })]],
    ['refund_state_differs', [refund()], [back({ state: 'failed' })]],
    ['refund_state_differs', [refund({ status: 'PENDING' })], [back()]],
    ['refund_state_differs', [refund({ status: 'FAILED' })], [back()]],
  ])('is %s', (kind, recorded, stated) => expect(compare(recorded, stated)).toEqual([kind]));

  const nameless = (reference: string, changes: Partial<StatedRefund> = {}) =>
    back({ reference, refundId: null, mayBe: 'any', ...changes });
  const resolved = (id: string) => refund({ id, externalRefundId: `resolved_${id}` });

  test.each<[string, RecordedRefund[], StatedRefund[], string[]]>([
    ['agrees with one of its amount', [resolved('re_1')], [nameless('back_1')], []],
    ['leaves that of another refund', [refund(), resolved('re_2')], [nameless('back_1'), nameless('back_2')], []],
    ['takes one of two', [resolved('re_1'), resolved('re_2')], [nameless('back_1'), nameless('back_2')], []],
    ['is missing there', [resolved('re_1')], [nameless('back_1', { state: 'failed' })], ['refund_missing_there']],
    ['was carried out twice', [resolved('re_1')], [nameless('back_1'), nameless('back_2')], ['refund_doubled']],
    [
      'agrees with one that is none of the pending ones',
      [resolved('re_1')],
      [nameless('back_1', { mayBe: 'ended' })],
      [],
    ],
    [
      'is none that was made in the dashboard',
      [resolved('re_1')],
      [nameless('back_1', { mayBe: 'none' })],
      ['refund_missing_there', 'refund_missing_here'],
    ],
    [
      'is not one of another amount',
      [resolved('re_1')],
      [nameless('back_1', { amount: 7 })],
      ['refund_missing_there', 'refund_missing_here'],
    ],
  ])('that was resolved as succeeded without the provider’s id %s', (_, recorded, stated, kinds) =>
    expect(compare(recorded, stated)).toEqual(kinds),
  );

  test('that was resolved leaves one of its amount, which another names', () => {
    const named = nameless('back_1', { refundId: 're_1' });
    expect(compare([resolved('re_1')], [named, nameless('back_2')])).toEqual(['refund_doubled']);
  });

  const pending = (id: string, changes: Partial<RecordedRefund> = {}) =>
    refund({ id, status: 'PENDING', externalRefundId: null, ...changes });
  const differing = (recorded: RecordedRefund[], stated: StatedRefund[]) =>
    comparePayment(here({ refunds: recorded }), {
      payments: [there({ refunds: stated })],
      isComplete: true,
    }).map(({ kind, refundId, reference }) => [kind, refundId, reference]);

  test('whose answer was lost is pending here and succeeded there', () => {
    const stated = there({ refunds: [nameless('back_1')] });
    expect(comparePayment(here({ refunds: [pending('re_1')] }), { payments: [stated], isComplete: true })).toEqual([
      {
        kind: 'refund_state_differs',
        reference: 'back_1',
        refundId: 're_1',
        here: { state: 'pending', amount: 1_000, currency: 'EGP' },
        there: { state: 'succeeded', amount: 1_000, currency: 'EGP' },
      },
    ]);
  });

  test.each<[string, RecordedRefund[], StatedRefund[], (string | null)[][]]>([
    ['agrees with one that is pending there', [pending('re_1')], [nameless('back_1', { state: 'pending' })], []],
    ['agrees while the provider has declined it', [pending('re_1')], [nameless('back_1', { state: 'failed' })], []],
    [
      'takes one of two: the other was made in the dashboard',
      [pending('re_1')],
      [nameless('back_1'), nameless('back_2')],
      [
        ['refund_state_differs', 're_1', 'back_1'],
        ['refund_missing_here', null, 'back_2'],
      ],
    ],
    [
      'takes one, which the next pending one does not take',
      [pending('re_1'), pending('re_2')],
      [nameless('back_1')],
      [['refund_state_differs', 're_1', 'back_1']],
    ],
    [
      'leaves that of a refund with a reference, whichever comes first',
      [pending('re_2'), refund()],
      [nameless('back_1')],
      [],
    ],
    [
      'is none that the provider carried out twice',
      [refund(), pending('re_2')],
      [nameless('back_1'), nameless('back_2')],
      [['refund_state_differs', 're_2', 'back_2']],
    ],
    ['leaves that of a resolved one, which succeeded', [pending('re_2'), resolved('re_1')], [nameless('back_1')], []],
    [
      'leaves the succeeded one to the resolved one, and takes the pending one',
      [pending('re_2'), resolved('re_1')],
      [nameless('back_2', { state: 'pending' }), nameless('back_1')],
      [],
    ],
    [
      'takes no more than the one that names it',
      [pending('re_1')],
      [back(), nameless('back_2')],
      [
        ['refund_state_differs', 're_1', 'back_1'],
        ['refund_missing_here', null, 'back_2'],
      ],
    ],
    ...(['succeeded', 'pending'] as const).flatMap((state) =>
      (['none', 'ended'] as const).map((mayBe): [string, RecordedRefund[], StatedRefund[], (string | null)[][]] => [
        `hides none that is ${state} there, and ${mayBe === 'none' ? 'was made in the dashboard' : 'is no pending one'}`,
        [pending('re_1')],
        [nameless('back_1', { state, mayBe })],
        [['refund_missing_here', null, 'back_1']],
      ]),
    ),
    [
      'takes the one that was made, whichever comes first',
      [pending('re_1')],
      [nameless('back_1', { mayBe: 'none' }), nameless('back_2')],
      [
        ['refund_state_differs', 're_1', 'back_2'],
        ['refund_missing_here', null, 'back_1'],
      ],
    ],
    [
      'keeps the only one that it may be beside a resolved one',
      [pending('re_2'), resolved('re_1')],
      [nameless('back_2'), nameless('back_1', { mayBe: 'ended' })],
      [['refund_state_differs', 're_2', 'back_2']],
    ],
    [
      'is none of another amount',
      [pending('re_1')],
      [nameless('back_1', { amount: 7 })],
      [['refund_missing_here', null, 'back_1']],
    ],
    [
      'is none that names something else',
      [pending('re_1')],
      [back({ refundId: 'by-hand' })],
      [['refund_missing_here', null, 'back_1']],
    ],
    [
      'is known by its reference alone once it has one',
      [pending('re_1', { externalRefundId: 'back_0' })],
      [nameless('back_1')],
      [['refund_missing_here', null, 'back_1']],
    ],
  ])('that is pending without a reference %s', (_, recorded, stated, differences) =>
    expect(differing(recorded, stated)).toEqual(differences),
  );

  test.each(['FAILED', 'CANCELED', 'REQUIRES_ACTION'] as const)(
    'that is %s here, and was not sent, hides none that was made in the dashboard',
    (status) => {
      const recorded = refund({ status, externalRefundId: null });
      expect(differing([recorded], [nameless('back_1')])).toEqual([['refund_missing_here', null, 'back_1']]);
      expect(sums([recorded], 1_000)).toEqual(['refund_missing_here']);
    },
  );

  const sums = (recorded: RecordedRefund[], refunded: number | null) =>
    kindsOf(here({ refunds: recorded }), there({ refunds: null, refunded }));

  test('of a provider that shows their sum alone is compared with it, the pending ones at either end', () => {
    const open = pending('re_2', { amount: 500 });
    expect(sums([refund(), open], 1_000)).toEqual([]);
    expect(sums([refund(), open], 1_500)).toEqual([]);
    expect(sums([refund(), open], 1_501)).toEqual(['refund_missing_here']);
    expect(sums([refund(), open], 999)).toEqual(['refund_missing_there']);
    expect(sums([refund()], null)).toEqual([]);
  });

  test('that the merchant returns by hand is not expected of the provider', () => {
    const recorded = here({ refunds: [refund({ isByMerchant: true })] });
    expect(kindsOf(recorded, there())).toEqual([]);
    expect(kindsOf(recorded, there({ refunds: [back({ refundId: null })] }))).toEqual(['refund_missing_here']);
  });
});
