import type { PaymentMethodType } from '@mizan/contracts';
import type { AuthorizeRequest, CaptureRequest, RefundRequest } from '../port/provider.ts';
import { expectRecord, type RecordStore } from '../port/record-store.ts';
import type { RefundTurnRecord } from '../port/refund-turns.ts';

/** Which of a provider's payments stands for which of our ids. */
export type PageStore = RecordStore<PageProviderRecord>;

/** One thing that is remembered. */
export type PageProviderRecord =
  | AttemptRecord
  | PageRecord
  | RejectedRecord
  | NeverRecord
  | EndedRecord
  | CaptureRecord
  | SendRecord
  | CaptureFailedRecord
  | RefundRecord
  | RefundTurnRecord
  | RefundEndRecord;

/** Under the charge id: the requested payment. */
export interface AttemptRecord extends Pick<AuthorizeRequest, 'amount' | 'currency' | 'captureMethod'> {
  readonly op: 'attempt';
  readonly type: PaymentMethodType;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link pageKey}: the page that the buyer is led to; the only payment of the charge that can ever be paid. */
export interface PageRecord {
  readonly op: 'page';
  /** The provider's id of the payment. */
  readonly paymentId: string;
  /** What the provider was given to know it by. */
  readonly reference: string;
  readonly redirectUrl: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Under {@link pageKey}: the provider does not offer this payment to this buyer. */
export interface RejectedRecord {
  readonly op: 'rejected';
  /** The provider's own words; null where it does not say why. */
  readonly reason: string | null;
}

/** Under {@link pageKey}: there is no page, and there never will be. */
export interface NeverRecord {
  readonly op: 'never';
  readonly why: 'unsent' | 'canceled';
  /** The provider's own words. */
  readonly message: string | null;
  /** The provider gave no answer. */
  readonly isUnanswered?: boolean;
}

/** Under {@link endKey}: the buyer's time is over, or the attempt was canceled. Money that arrives all the same is found. */
export interface EndedRecord {
  readonly op: 'ended';
  readonly why: 'canceled' | 'expired';
}

/** Under the capture's key: the requested capture. */
export interface CaptureRecord extends Pick<CaptureRequest, 'amount' | 'isFinal'> {
  readonly op: 'capture';
  /** Minor units that were captured before it. */
  readonly before: number;
}

/** Under {@link sendKey}: one call, and no other, sends a capture or refund to a provider that would carry out both. */
export interface SendRecord {
  readonly op: 'send';
  /** Of the call that sends it. */
  readonly nonce: string;
  /** What the provider showed as refunded before, minor units; 0 for captures. */
  readonly refundedBefore: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link captureFailedKey}: the provider has refused the capture. */
export interface CaptureFailedRecord {
  readonly op: 'capture_failed';
  readonly message: string;
}

/** Under the refund id: the requested refund. */
export interface RefundRecord extends Pick<RefundRequest, 'chargeId' | 'amount'> {
  readonly op: 'refund';
}

/** Under {@link refundEndKey}: the provider's answer to the refund. */
export interface RefundEndRecord {
  readonly op: 'refund_end';
  /** The provider's id of the refund; null when it has made none. */
  readonly id: string | null;
  /** Why it has made none. */
  readonly message: string | null;
}

export const pageKey = (chargeId: string): string => `${chargeId}:page`;
export const endKey = (chargeId: string): string => `${chargeId}:end`;
export const sendKey = (key: string, n: number): string => `${key}:send:${n}`;
export const captureFailedKey = (idempotencyKey: string): string => `${idempotencyKey}:failed`;
export const refundEndKey = (refundId: string): string => `${refundId}:end`;

/** What came of the way to a page; undefined when there is nothing yet. */
export async function pageOf(
  store: PageStore,
  chargeId: string,
): Promise<PageRecord | RejectedRecord | NeverRecord | undefined> {
  const record = await store.get(pageKey(chargeId));
  return record && expectRecord(record, 'page', 'rejected', 'never');
}

/** What was requested under a charge's id. @throws Error nothing was: a charge with a page has an attempt */
export async function attemptOf(store: PageStore, chargeId: string): Promise<AttemptRecord> {
  const record = await store.get(chargeId);
  if (!record) throw new Error(`bug: ${chargeId} has a page and was never requested`);
  return expectRecord(record, 'attempt');
}
