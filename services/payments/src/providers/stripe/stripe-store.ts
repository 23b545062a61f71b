import type { CaptureMethod, Currency } from '@mizan/contracts';
import { type Database, fragment, type Scope } from '@mizan/service-kit';
import { databaseRecords, type RecordStore } from '../port/record-store.ts';
import { stripeRecords } from './stripe-record.table.ts';

/**
 * Which of Stripe's objects stands for which of our ids: Stripe finds nothing by an idempotency key, and its search lags
 * behind.
 */
export type StripeStore = RecordStore<StripeRecord>;

/** The adapter's records of an account and mode in Postgres. */
export const databaseStore = (db: Database, scope: Scope): StripeStore =>
  databaseRecords(db, { name: fragment`stripe_records`, table: stripeRecords }, scope);

/** One thing that is remembered. */
export type StripeRecord =
  AttemptRecord | IntentRecord | NeverRecord | CaptureRecord | ReleaseRecord | RefundRecord | SentRefundRecord;

/** Under the charge id: the requested payment. */
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

/** Under {@link intentKey}: the charge was canceled before it had a PaymentIntent, and must never get one. */
export interface NeverRecord {
  readonly op: 'never';
}

/** Under the capture's key: the requested capture. */
export interface CaptureRecord {
  readonly op: 'capture';
  readonly amount: number;
  readonly isFinal: boolean;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link releaseKey}: the rest of a hold that was captured in part is released. */
export interface ReleaseRecord {
  readonly op: 'release';
}

/** Under the refund id: the requested refund. */
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
