import type { ReconciledSide, ReconciliationFindingKind, RefundStatus } from '@mizan/contracts';
import { resolvedReference } from '../payment/refund-state.ts';
import { bringsMoney, type StatedPayment, type StatedRefund } from '../providers/port/provider-statement.ts';
import { type RecordedPayment, type RecordedRefund, refundsByProvider } from './recorded-payments.ts';

/** One difference between the platform and a provider. */
export interface Difference {
  readonly kind: Exclude<ReconciliationFindingKind, 'not_answered'>;
  readonly reference: string | null;
  readonly refundId: string | null;
  readonly here: ReconciledSide | null;
  readonly there: ReconciledSide | null;
}

/** What the provider shows of a charge. */
export interface Stated {
  readonly payments: readonly StatedPayment[];
  /** False for a single payment of a list: that the charge's own one is not among them says nothing. */
  readonly isComplete: boolean;
}

/** A payment with money that names no charge of ours. */
export const missingHere = (payment: StatedPayment): Difference => ({
  kind: 'missing_here',
  reference: payment.reference,
  refundId: null,
  here: null,
  there: sideOf(payment),
});

/**
 * Every difference between a charge and what its provider shows. What is undecided on either side is none until money has
 * moved on the other.
 */
export function comparePayment(recorded: RecordedPayment, { payments, isComplete }: Stated): Difference[] {
  const hasMoney = isPaid(recorded);
  const own = payments.find(({ reference }) => reference === recorded.externalChargeId);
  const main = hasMoney ? own : (payments.find(bringsMoney) ?? own);
  const doubled = payments.filter((each) => each !== main && bringsMoney(each));
  return [
    ...(main ? compareStates(recorded, main) : []),
    ...(!main && hasMoney && isComplete ? [missingThere(recorded)] : []),
    ...doubled.map((payment): Difference => ({
      kind: 'doubled',
      reference: payment.reference,
      refundId: null,
      here: recordedSide(recorded),
      there: sideOf(payment),
    })),
  ];
}

/** Whether a charge has brought money, or holds it, as far as the platform knows. */
export const isPaid = ({ status }: Pick<RecordedPayment, 'status'>): boolean =>
  status === 'SUCCEEDED' || status === 'REFUNDED';

const missingThere = (recorded: RecordedPayment): Difference => ({
  kind: 'missing_there',
  reference: recorded.externalChargeId,
  refundId: null,
  here: recordedSide(recorded),
  there: null,
});

function compareStates(recorded: RecordedPayment, stated: StatedPayment): Difference[] {
  const [here, there] = [recordedSide(recorded), sideOf(stated)];
  const differs = (kind: Difference['kind']): Difference[] => [
    { kind, reference: stated.reference, refundId: null, here, there },
  ];
  const isUndecided = !isPaid(recorded) && !bringsMoney(stated);
  if (isUndecided) return [];
  if (here.currency !== there.currency) return differs('currency_differs');
  if (here.state !== there.state) return differs('state_differs');
  const amount = here.amount === there.amount ? [] : amountsOf(recorded, stated);
  return here.state === 'captured' ? [...amount, ...compareRefunds(recorded, stated)] : amount;
}

/** Amounts that differ, of the same state: a capture that is undecided here and was made there is no surplus. */
function amountsOf(recorded: RecordedPayment, stated: StatedPayment): Difference[] {
  const { amountCaptured, amountCapturing, currency } = recorded;
  const { reference } = stated;
  const withPending: ReconciledSide = { state: 'waiting', amount: amountCaptured + amountCapturing, currency };
  const isCaptureMade = stated.state === 'captured' && stated.amount === withPending.amount;
  return [
    isCaptureMade
      ? { kind: 'state_differs', reference, refundId: null, here: withPending, there: sideOf(stated) }
      : { kind: 'amount_differs', reference, refundId: null, here: recordedSide(recorded), there: sideOf(stated) },
  ];
}

function compareRefunds(recorded: RecordedPayment, stated: StatedPayment): Difference[] {
  const refunds = refundsByProvider(recorded);
  return stated.refunds === null
    ? compareSums(refunds, stated, recorded.currency)
    : compareEach(refunds, { refunds: stated.refunds, currency: recorded.currency });
}

const sumOf = (refunds: readonly RecordedRefund[], ...statuses: readonly RefundStatus[]): number =>
  refunds.filter(({ status }) => statuses.includes(status)).reduce((sum, { amount }) => sum + amount, 0);

function compareSums(
  refunds: readonly RecordedRefund[],
  { refunded, reference }: StatedPayment,
  currency: string,
): Difference[] {
  if (refunded === null) return [];
  const succeeded = sumOf(refunds, 'SUCCEEDED');
  const side = (amount: number): ReconciledSide => ({ state: 'succeeded', amount, currency });
  const differs = (kind: Difference['kind']): Difference[] => [
    { kind, reference, refundId: null, here: side(succeeded), there: side(refunded) },
  ];
  if (refunded < succeeded) return differs('refund_missing_there');
  return refunded > sumOf(refunds, 'SUCCEEDED', 'PENDING') ? differs('refund_missing_here') : [];
}

function compareEach(
  refunds: readonly RecordedRefund[],
  { refunds: stated, currency }: { readonly refunds: readonly StatedRefund[]; readonly currency: string },
): Difference[] {
  const byRefund = matchRefunds(refunds, stated);
  const known = new Set([...byRefund.values()].flat());
  return [
    ...refunds.flatMap((refund) => compareRefund(refund, byRefund.get(refund) ?? [], currency)),
    ...stated
      .filter((each) => each.state !== 'failed' && !known.has(each))
      .map((each): Difference => ({
        kind: looksDoubled(each, refunds) ? 'refund_doubled' : 'refund_missing_here',
        reference: each.reference,
        refundId: null,
        here: null,
        there: statedSide(each, currency),
      })),
  ];
}

/** What the provider shows of each refund: what names it, or for one without the provider's id one of its amount that may be it. */
function matchRefunds(
  refunds: readonly RecordedRefund[],
  stated: readonly StatedRefund[],
): ReadonlyMap<RecordedRefund, readonly StatedRefund[]> {
  const byRefund = new Map(refunds.map((refund) => [refund, stated.filter((each) => isNamed(refund, each))]));
  const known = new Set([...byRefund.values()].flat());
  // None that is pending can be one that ended before.
  const byMayBe = [
    ...stated.filter(({ mayBe }) => mayBe === 'ended'),
    ...stated.filter(({ mayBe }) => mayBe === 'any'),
  ];
  // Those that succeeded come first: the provider has them, and may not have made a pending one.
  for (const refund of [...refunds.filter(isResolvedUnnamed), ...refunds.filter(isPendingUnnamed)]) {
    if (byRefund.get(refund)?.length) continue;
    const unnamed = byMayBe.filter((each) => !known.has(each) && isUnnamedOf(refund, each));
    const own = unnamed.find(({ state }) => state === stateOf(refund)) ?? unnamed[0];
    if (!own) continue;
    known.add(own);
    byRefund.set(refund, [own]);
  }
  return byRefund;
}

const isNamed = ({ id, externalRefundId }: RecordedRefund, { refundId, reference }: StatedRefund): boolean =>
  refundId === id || (refundId === null && reference === externalRefundId);

/** An operator said that it succeeded, without the provider's id: it is known by its amount alone. */
const isResolvedUnnamed = ({ id, externalRefundId }: RecordedRefund): boolean =>
  externalRefundId === resolvedReference(id);

/** It was not sent yet, or its answer got lost: the provider may have made it. */
const isPendingUnnamed = ({ status, externalRefundId }: RecordedRefund): boolean =>
  status === 'PENDING' && externalRefundId === null;

const isUnnamedOf = (refund: RecordedRefund, { mayBe, amount, state }: StatedRefund): boolean =>
  (mayBe === 'any' || (mayBe === 'ended' && isResolvedUnnamed(refund))) &&
  state !== 'failed' &&
  amount === refund.amount;

/** One that may be of ours, and returns what one of them has returned. */
const looksDoubled = ({ mayBe, amount }: StatedRefund, refunds: readonly RecordedRefund[]): boolean =>
  mayBe !== 'none' && refunds.some((refund) => refund.amount === amount && stateOf(refund) === 'succeeded');

function compareRefund(refund: RecordedRefund, stated: readonly StatedRefund[], currency: string): Difference[] {
  const here: ReconciledSide = { state: stateOf(refund), amount: refund.amount, currency };
  const differs = (kind: Difference['kind'], found: StatedRefund | undefined): Difference => ({
    kind,
    reference: found?.reference ?? refund.externalRefundId,
    refundId: refund.id,
    here,
    there: found ? statedSide(found, currency) : null,
  });
  const standing = stated.filter(({ state }) => state !== 'failed');
  const [first = stated[0], ...more] = standing;
  if (!first) return here.state === 'succeeded' ? [differs('refund_missing_there', undefined)] : [];
  const isSameState = first.state === here.state;
  const isSameAmount = first.amount === null || first.amount === refund.amount;
  return [
    ...(isSameState ? [] : [differs('refund_state_differs', first)]),
    ...(isSameAmount ? [] : [differs('refund_amount_differs', first)]),
    ...more.map((each) => differs('refund_doubled', each)),
  ];
}

function recordedSide({ status, amount, amountCaptured, currency }: RecordedPayment): ReconciledSide {
  if (status === 'PENDING') return { state: 'waiting', amount, currency };
  if (status === 'FAILED') return { state: 'ended', amount, currency };
  return amountCaptured > 0
    ? { state: 'captured', amount: amountCaptured, currency }
    : { state: 'held', amount, currency };
}

const sideOf = ({ state, amount, currency }: StatedPayment): ReconciledSide => ({ state, amount, currency });

const statedSide = ({ state, amount }: StatedRefund, currency: string): ReconciledSide => ({ state, amount, currency });

const stateOf = ({ status }: RecordedRefund): 'pending' | 'succeeded' | 'failed' =>
  status === 'SUCCEEDED' ? 'succeeded' : status === 'FAILED' || status === 'CANCELED' ? 'failed' : 'pending';
