import { type Database, fragment, type Scope } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { AuthorizeRequest, CaptureRequest, RefundRequest } from '../port/provider.ts';
import { databaseRecords, expectRecord, type RecordStore } from '../port/record-store.ts';
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
export interface AttemptRecord extends Pick<AuthorizeRequest, 'amount' | 'currency' | 'captureMethod'> {
  readonly op: 'attempt';
  /** Absent: automatic. */
  readonly confirmationMethod?: 'manual';
  /** `ctoken_…` or `pm_…` of Stripe. */
  readonly token: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link intentKey}: Stripe's PaymentIntent of the charge; from here on it may be confirmed. */
interface IntentRecord {
  readonly op: 'intent';
  readonly id: string;
}

/** Under {@link intentKey}: the charge was canceled before it had a PaymentIntent, and must never get one. */
interface NeverRecord {
  readonly op: 'never';
}

/** Under the capture's key: the requested capture. */
export interface CaptureRecord extends Pick<CaptureRequest, 'amount' | 'isFinal'> {
  readonly op: 'capture';
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link releaseKey}: the rest of a hold that was captured in part is released. */
interface ReleaseRecord {
  readonly op: 'release';
}

/** Under the refund id: the requested refund. */
export interface RefundRecord extends Pick<RefundRequest, 'chargeId' | 'amount'> {
  readonly op: 'refund';
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link sentRefundKey}: Stripe's Refund. */
interface SentRefundRecord {
  readonly op: 'sent_refund';
  readonly id: string;
}

export const intentKey = (chargeId: string): string => `${chargeId}:intent`;
/** Idempotency key of the confirm by the merchant's server, after its buyer has authenticated. */
export const serverConfirmKey = (chargeId: string): string => `${chargeId}:confirm`;
export const releaseKey = (chargeId: string): string => `${chargeId}:release`;
export const sentRefundKey = (refundId: string): string => `${refundId}:sent`;

/** Stable name of the provider, kept on every charge and connection. */
export const stripeName = 'stripe' as const;

/** What the adapter works with: one account and mode at Stripe. */
export interface StripeContext {
  readonly client: Stripe;
  readonly store: StripeStore;
  /** Where Stripe sends the buyer after authentication. */
  readonly returnUrlOf: (chargeId: string) => string;
  /** Stripe has refused the key of the connection. */
  readonly onKeyRefused: () => Promise<unknown>;
}

/** What our ids are called in the metadata of Stripe's objects: callbacks about them lead back by these. */
export const metadataNames = { charge: 'mizan_charge', refund: 'mizan_refund' } as const;

/** The PaymentIntent of a charge; `never` when there must be none, undefined when there is none yet. */
export async function intentIdOf(
  { store }: Pick<StripeContext, 'store'>,
  chargeId: string,
): Promise<string | 'never' | undefined> {
  const record = await store.get(intentKey(chargeId));
  if (!record) return undefined;
  const found = expectRecord(record, 'intent', 'never');
  return found.op === 'never' ? 'never' : found.id;
}

/** What was requested for a charge. Throws when nothing was: a charge with a PaymentIntent was requested. */
export async function attemptOf({ store }: Pick<StripeContext, 'store'>, chargeId: string): Promise<AttemptRecord> {
  const record = await store.get(chargeId);
  if (!record) throw new Error(`bug: ${chargeId} has a PaymentIntent and was never requested`);
  return expectRecord(record, 'attempt');
}
