import type { CaptureMethod, Currency, RefundFailureReason } from '@mizan/contracts';
import type { FailureReason } from '../port/describe-failure.ts';
import type { ProviderMethod } from '../port/provider-method.ts';

/**
 * Where the simulator remembers what it did, as a processor's own database would: whatever it answered stands, also
 * when the caller's transaction rolls back. An implementation commits each write by itself, outside every transaction
 * of the payment. Records are plain JSON and never change.
 */
export interface SimulatorStore {
  get(key: string): Promise<SimulatorRecord | undefined>;
  /** Writes the record unless the key has one; answers the record that stands. Concurrent writers get the same answer. */
  putIfAbsent(key: string, record: SimulatorRecord): Promise<SimulatorRecord>;
}

/** One thing that happened at the simulated processor. */
export type SimulatorRecord =
  AuthorizationRecord | NeverRecord | DecisionRecord | CaptureRecord | VoidRecord | RefundRecord | RefundDecisionRecord;

/** Under the charge id: an authorisation that arrived. */
export interface AuthorizationRecord {
  readonly op: 'authorize';
  readonly amount: number;
  readonly currency: Currency;
  readonly captureMethod: CaptureMethod;
  readonly method: ProviderMethod;
  /** ISO 8601, on the account's clock. */
  readonly at: string;
}

/** Under the charge id: the charge was canceled before its authorisation arrived. */
export interface NeverRecord {
  readonly op: 'never';
}

/** Under `<chargeId>:decision`: how an authorisation ended that was open at first. */
export interface DecisionRecord {
  readonly op: 'decision';
  readonly decision: Decision;
}

/** How an authorisation ended. */
export type Decision =
  | { readonly result: 'approve' }
  | { readonly result: 'cancel' }
  | { readonly result: 'decline'; readonly failure: FailureReason; readonly isSent: boolean };

/** Under `<chargeId>:hold:<n>`: one entry of the log of what became of an authorised amount. */
export interface CaptureRecord {
  readonly op: 'capture';
  readonly idempotencyKey: string;
  readonly amount: number;
  readonly isFinal: boolean;
  readonly result: 'captured' | 'failed';
}

/** Under `<chargeId>:hold:<n>`: what was not captured before this entry is released. */
export interface VoidRecord {
  readonly op: 'void';
}

/** Under the refund id: a refund that arrived. */
export interface RefundRecord {
  readonly op: 'refund';
  readonly chargeId: string;
  readonly amount: number;
  /** ISO 8601, on the account's clock. */
  readonly at: string;
}

/** Under `<refundId>:decision`: how a refund ended; null when the money arrived. Under `<refundId>:return`: why it came back. */
export interface RefundDecisionRecord {
  readonly op: 'refund_decision';
  readonly failureReason: RefundFailureReason | null;
}

/**
 * A record of a known kind.
 *
 * @throws Error when the key holds another kind: two different things were given the same key
 */
export function expectRecord<Op extends SimulatorRecord['op']>(
  record: SimulatorRecord,
  ...ops: readonly Op[]
): Extract<SimulatorRecord, { op: Op }> {
  const isExpected = (found: SimulatorRecord): found is Extract<SimulatorRecord, { op: Op }> =>
    (ops as readonly string[]).includes(found.op);
  if (!isExpected(record)) throw new Error(`bug: an idempotency key of "${ops.join('|')}" holds a "${record.op}"`);
  return record;
}
