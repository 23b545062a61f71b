import { RefundFailureReason } from '@mizan/contracts';
import { describeFailure, isDeclineCode } from '../port/describe-failure.ts';
import type { SyncOutcome, SyncRefundOutcome } from '../port/provider-outcome.ts';
import type { AuthorizeRequest, ChargeRequest, Provider, SyncRefundRequest } from '../port/provider.ts';
import { captureHold, readHoldLog, voidHold } from './hold-log.ts';
import {
  approval,
  approved,
  canBePaidLate,
  decisionOfAction,
  declined,
  dueDecision,
  expiry,
  firstAnswer,
  openAnswer,
  type SimulatedCharge,
  toSimulatedCharge,
} from './simulated-charge.ts';
import { acceptRefund, decideRefund, failRefund, readRefund, type SimulatedRefund } from './simulated-refund.ts';
import { expectRecord } from '../port/record-store.ts';
import type { AuthorizationRecord, Decision, SimulatorStore } from './simulator-store.ts';

/** Stable name of the provider, kept on every charge. */
export const simulatorName = 'simulator';

/** The built-in provider of test mode, with what only a simulator can do. */
export interface Simulator extends Provider {
  /** Ends a charge that waits for its provider or its buyer; one that has ended stays as it is. */
  simulate(request: ChargeRequest & { readonly outcome: SimulatedOutcome }): Promise<SyncOutcome>;
  /** Ends a refund; one whose money arrived can fail later, one that failed stays as it is. */
  simulateRefund(request: SyncRefundRequest & { readonly outcome: SimulatedRefundOutcome }): Promise<SyncRefundOutcome>;
}

/** The simulated outcome of a charge. */
export type SimulatedOutcome = 'approve' | 'expire' | Extract<Decision, { result: 'decline' }>;

/** The simulated outcome of a refund; `fail` for the reason that its card's refunds fail with. */
export type SimulatedRefundOutcome = 'succeed' | 'fail' | { readonly failureReason: RefundFailureReason };

/** A processor that exists only in its store. @param publicUrl base of the pages on which the buyer acts */
export function createSimulator(store: SimulatorStore, publicUrl: string): Simulator {
  const chargeOf = async (chargeId: string): Promise<SimulatedCharge | 'canceled' | undefined> => {
    const record = await store.get(chargeId);
    if (!record) return undefined;
    const found = expectRecord(record, 'authorize', 'never');
    return found.op === 'never' ? 'canceled' : toSimulatedCharge(chargeId, found);
  };
  const refundOf = async (refundId: string): Promise<SimulatedRefund | undefined> => {
    const stored = await store.get(refundId);
    if (!stored) return undefined;
    const record = expectRecord(stored, 'refund');
    const charge = await chargeOf(record.chargeId);
    if (typeof charge !== 'object') throw new Error(`bug: refund ${refundId} belongs to no charge`);
    return { charge, refundId, record };
  };
  const decisionKey = (charge: SimulatedCharge): string => `${charge.chargeId}:decision`;
  const lateKey = (charge: SimulatedCharge): string => `${charge.chargeId}:late`;

  /**
   * The decision that stands, made first if it is due: what was seen once must not change afterwards, unless the merchant
   * reports that the money came late.
   */
  const decisionAt = async (charge: SimulatedCharge, now: Date): Promise<Decision | undefined> => {
    const stored = await store.get(decisionKey(charge));
    if (stored) {
      const { decision } = expectRecord(stored, 'decision');
      const isLate = decision.result !== 'approve' && canBePaidLate(charge) && (await store.get(lateKey(charge)));
      return isLate ? { result: 'approve' } : decision;
    }
    const due = dueDecision(charge, now);
    return due && decide(charge, due);
  };
  const decide = async (charge: SimulatedCharge, decision: Decision): Promise<Decision> =>
    expectRecord(await store.putIfAbsent(decisionKey(charge), { op: 'decision', decision }), 'decision').decision;

  const answerOf = async (charge: SimulatedCharge, decision: Decision | undefined): Promise<SyncOutcome> => {
    if (!decision) return openAnswer(charge, publicUrl);
    if (decision.result === 'cancel') return { kind: 'canceled' };
    if (decision.result === 'decline') return declined(charge, decision);
    if (charge.captureMethod === 'automatic')
      return approved(charge, { amount: charge.amount, captured: true, capturable: 0 });
    const { captured, capturable, isVoided } = await readHoldLog(store, charge);
    if (isVoided && captured === 0) return { kind: 'canceled' };
    return approved(charge, { amount: captured || charge.amount, captured: captured > 0, capturable });
  };
  /** Answers for a charge after `act` had the chance to decide one that is still open. */
  const answerAfter = async (
    { chargeId, now }: ChargeRequest,
    act: (charge: SimulatedCharge) => Decision | undefined,
  ): Promise<SyncOutcome> => {
    const charge = await chargeOf(chargeId);
    if (!charge) return { kind: 'not_found' };
    if (charge === 'canceled') return { kind: 'canceled' };
    const standing = await decisionAt(charge, now);
    const made = standing ? undefined : act(charge);
    return answerOf(charge, made ? await decide(charge, made) : standing);
  };

  /** Records that the money of a payment came after it had ended without it. */
  const receiveLate = async (request: ChargeRequest): Promise<void> => {
    const charge = await chargeOf(request.chargeId);
    if (typeof charge !== 'object' || !canBePaidLate(charge) || !(await decisionAt(charge, request.now))) return;
    await store.putIfAbsent(lateKey(charge), { op: 'received_late' });
  };

  return {
    async authorize(request) {
      const record = await store.putIfAbsent(request.chargeId, recordOf(request));
      const found = expectRecord(record, 'authorize', 'never');
      if (found.op === 'authorize') {
        assertSameRequest(found, request);
        return firstAnswer(toSimulatedCharge(request.chargeId, found), publicUrl);
      }
      const failure = describeFailure('provider_declined', request.method.card !== null, false);
      return { kind: 'declined', ...failure, reference: null, card: request.method.card };
    },

    sync: (request) => answerAfter(request, () => undefined),

    async completeAction(request) {
      const answer = await answerAfter(request, (charge) => decisionOfAction(charge, request.answer));
      if (request.answer['result'] !== 'paid' || answer.kind === 'approved') return answer;
      await receiveLate(request);
      return answerAfter(request, () => undefined);
    },

    simulate: (request) =>
      answerAfter(request, (charge) => {
        if (request.outcome === 'expire') return expiry(charge);
        return request.outcome === 'approve' ? approval(charge) : request.outcome;
      }),

    async capture(request) {
      const charge = await chargeOf(request.chargeId);
      const isHeld = typeof charge === 'object' && charge.captureMethod === 'manual';
      const decision = isHeld ? await decisionAt(charge, request.now) : undefined;
      if (isHeld && decision?.result === 'approve') return captureHold(store, charge, request);
      return { kind: 'failed', ...describeFailure('provider_declined', true, false) };
    },

    async cancel(request) {
      const { chargeId, now } = request;
      const record = expectRecord(await store.putIfAbsent(chargeId, { op: 'never' }), 'authorize', 'never');
      if (record.op === 'never') return { kind: 'canceled' };
      const charge = toSimulatedCharge(chargeId, record);
      const decision = (await decisionAt(charge, now)) ?? (await decide(charge, { result: 'cancel' }));
      if (decision.result !== 'approve') return { kind: 'canceled' };
      return charge.captureMethod === 'manual' ? voidHold(store, charge, request) : { kind: 'already_captured' };
    },

    async refund(request) {
      const outcome = await answerAfter(request, () => undefined);
      const charge = await chargeOf(request.chargeId);
      if (typeof charge === 'object' && outcome.kind === 'approved' && outcome.captured)
        return acceptRefund(store, charge, request);
      const message = 'There is no captured payment to refund.';
      return { kind: 'failed', failureReason: 'unknown', message, reference: null };
    },

    async syncRefund({ refundId, now }) {
      const found = await refundOf(refundId);
      return found ? readRefund(store, found, now) : { kind: 'not_found' };
    },

    async simulateRefund({ refundId, outcome }) {
      const found = await refundOf(refundId);
      if (!found) return { kind: 'not_found' };
      if (outcome === 'succeed') return decideRefund(store, refundId, null);
      const reason = outcome === 'fail' ? found.charge.behaviour.refundFailure : outcome.failureReason;
      return failRefund(store, refundId, reason);
    },
  };
}

function recordOf({ amount, currency, captureMethod, method, now }: AuthorizeRequest): AuthorizationRecord {
  return { op: 'authorize', amount, currency, captureMethod, method, at: now.toISOString() };
}

function assertSameRequest(record: AuthorizationRecord, request: AuthorizeRequest): void {
  const { chargeId, amount, currency, captureMethod, method } = request;
  const isSame =
    record.amount === amount &&
    record.currency === currency &&
    record.captureMethod === captureMethod &&
    record.method.type === method.type &&
    record.method.token === method.token;
  if (!isSame) throw new Error(`bug: charge ${chargeId} was sent before with other terms`);
}

/**
 * Parses the outcome of a waiting payment: `succeed`, `decline` (with its code behind a colon or in a field of its own), or
 * `expire`, which ends it as if the buyer had never come back or paid; undefined when it is none of them.
 */
export function parseSimulatedOutcome(outcome: string, declineCode?: string): SimulatedOutcome | undefined {
  if (outcome === 'succeed') return 'approve';
  if (outcome === 'expire') return 'expire';
  const [word, ofOutcome] = outcome.split(':', 2);
  const code = ofOutcome ?? declineCode ?? 'generic_decline';
  if (word !== 'decline' || !isDeclineCode(code)) return undefined;
  return { result: 'decline', failure: code, isSent: true };
}

/** Parses `succeed`, `fail` (for the reason its card fails with) or `fail:<failureReason>`; undefined for anything else. */
export function parseSimulatedRefundOutcome(outcome: string): SimulatedRefundOutcome | undefined {
  if (outcome === 'succeed' || outcome === 'fail') return outcome;
  const [word, reason] = outcome.split(':', 2);
  const known = RefundFailureReason.safeParse(reason);
  return word === 'fail' && known.success ? { failureReason: known.data } : undefined;
}
