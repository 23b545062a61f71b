import type { CaptureMethod, Currency } from '@mizan/contracts';

/**
 * What the adapter remembers of one account and mode: which of Stripe's objects stands for which of our ids. Stripe
 * finds nothing by an idempotency key, and its search lags behind. Each write commits by itself, outside every
 * transaction of the payment; records never change.
 */
export interface StripeStore {
  get(key: string): Promise<StripeRecord | undefined>;
  /** Writes the record unless the key has one; answers the record that stands. Concurrent writers get the same answer. */
  putIfAbsent(key: string, record: StripeRecord): Promise<StripeRecord>;
}

/** One thing that is remembered. */
export type StripeRecord =
  AttemptRecord | IntentRecord | NeverRecord | CaptureRecord | ReleaseRecord | RefundRecord | SentRefundRecord;

/** Under the charge id: what was asked for. */
export interface AttemptRecord {
  readonly op: 'attempt';
  readonly amount: number;
  readonly currency: Currency;
  readonly captureMethod: CaptureMethod;
  /** `pm_…` of Stripe. */
  readonly token: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link intentKey}: Stripe's PaymentIntent of the charge; from here on it may be confirmed. */
export interface IntentRecord {
  readonly op: 'intent';
  readonly id: string;
}

/** Under {@link intentKey}: the charge was given up before it had a PaymentIntent, and shall never have one. */
export interface NeverRecord {
  readonly op: 'never';
}

/** Under the capture's key: what was asked for. */
export interface CaptureRecord {
  readonly op: 'capture';
  readonly amount: number;
  readonly isFinal: boolean;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link releaseKey}: what is left of a hold that was captured in part is given back. */
export interface ReleaseRecord {
  readonly op: 'release';
}

/** Under the refund id: what was asked for. */
export interface RefundRecord {
  readonly op: 'refund';
  readonly chargeId: string;
  readonly amount: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link sentRefundKey}: Stripe's Refund. */
export interface SentRefundRecord {
  readonly op: 'sent_refund';
  readonly id: string;
}

export const intentKey = (chargeId: string): string => `${chargeId}:intent`;
export const releaseKey = (chargeId: string): string => `${chargeId}:release`;
export const sentRefundKey = (refundId: string): string => `${refundId}:sent`;

/**
 * A record of a known kind.
 *
 * @throws Error when the key holds another kind: two different things were given the same key
 */
export function expectRecord<Op extends StripeRecord['op']>(
  record: StripeRecord,
  ...ops: readonly Op[]
): Extract<StripeRecord, { op: Op }> {
  const isExpected = (found: StripeRecord): found is Extract<StripeRecord, { op: Op }> =>
    (ops as readonly string[]).includes(found.op);
  if (!isExpected(record)) throw new Error(`bug: a key of "${ops.join('|')}" holds a "${record.op}"`);
  return record;
}
