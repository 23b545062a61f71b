import type { RefundFailureReason } from '@mizan/contracts';
import type { RefundOutcome, SyncRefundOutcome } from '../port/provider-outcome.ts';
import type { RefundRequest } from '../port/provider.ts';
import { resultDelayMs } from './behaviours.ts';
import { networkReferenceOf, referenceOf, type SimulatedCharge } from './simulated-charge.ts';
import { expectRecord } from '../port/record-store.ts';
import type { RefundRecord, SimulatorStore } from './simulator-store.ts';

/** Takes a refund of a captured charge; the same refund id answers the same. */
export async function acceptRefund(
  store: SimulatorStore,
  charge: SimulatedCharge,
  { refundId, chargeId, amount, now }: RefundRequest,
): Promise<RefundOutcome> {
  const requested: RefundRecord = { op: 'refund', chargeId, amount, at: now.toISOString() };
  const record = expectRecord(await store.putIfAbsent(refundId, requested), 'refund');
  if (record.chargeId !== chargeId || record.amount !== amount)
    throw new Error(`bug: refund ${refundId} was sent before with another charge or amount`);
  return openRefund(charge, refundId, record);
}

/** A refund that arrived, with its charge. */
export interface SimulatedRefund {
  readonly charge: SimulatedCharge;
  readonly refundId: string;
  readonly record: RefundRecord;
}

/** The state of a refund at `now`: what was simulated, else what its card does after a minute. */
export async function readRefund(
  store: SimulatorStore,
  { charge, refundId, record }: SimulatedRefund,
  now: Date,
): Promise<SyncRefundOutcome> {
  const stored = (await store.get(returnKey(refundId))) ?? (await store.get(decisionKey(refundId)));
  if (stored) return decidedRefund(refundId, expectRecord(stored, 'refund_decision').failureReason);
  if (charge.behaviour.refund === 'succeeds' || now < laterThan(record)) return openRefund(charge, refundId, record);
  const { refund, refundFailure } = charge.behaviour;
  return decideRefund(store, refundId, refund === 'fails_later' ? refundFailure : null);
}

/** Decides how a refund ends, unless that was decided before; `failureReason` null lets the money arrive. */
export async function decideRefund(
  store: SimulatorStore,
  refundId: string,
  failureReason: RefundFailureReason | null,
): Promise<RefundOutcome> {
  const record = await store.putIfAbsent(decisionKey(refundId), { op: 'refund_decision', failureReason });
  return decidedRefund(refundId, expectRecord(record, 'refund_decision').failureReason);
}

/** Lets the money of a refund come back, whether or not it had arrived; a refund that failed before failed for its reason. */
export async function failRefund(
  store: SimulatorStore,
  refundId: string,
  failureReason: RefundFailureReason,
): Promise<RefundOutcome> {
  const decided = await decideRefund(store, refundId, failureReason);
  if (decided.kind === 'failed') return decided;
  const record = await store.putIfAbsent(returnKey(refundId), { op: 'refund_decision', failureReason });
  return decidedRefund(refundId, expectRecord(record, 'refund_decision').failureReason);
}

const decisionKey = (refundId: string): string => `${refundId}:decision`;
const returnKey = (refundId: string): string => `${refundId}:return`;

const laterThan = (record: RefundRecord): Date => new Date(Date.parse(record.at) + resultDelayMs);

function openRefund(charge: SimulatedCharge, refundId: string, record: RefundRecord): RefundOutcome {
  const { refund } = charge.behaviour;
  const reference = referenceOf(refundId);
  if (refund === 'succeeds_later')
    return { kind: 'pending', reason: 'processing', reference, checkAgainAt: laterThan(record) };
  return succeeded(refundId, refund === 'fails_later' ? laterThan(record) : null);
}

function decidedRefund(refundId: string, failureReason: RefundFailureReason | null): RefundOutcome {
  if (failureReason === null) return succeeded(refundId, null);
  const message = `The money could not be returned: ${failureReason.replaceAll('_', ' ')}.`;
  return { kind: 'failed', failureReason, message, reference: referenceOf(refundId) };
}

const succeeded = (refundId: string, checkAgainAt: Date | null): RefundOutcome => ({
  kind: 'succeeded',
  reference: referenceOf(refundId),
  networkReference: networkReferenceOf(refundId),
  checkAgainAt,
});
