import type { PaymentMethodType } from '@mizan/contracts';
import { type Database, fragment } from '@mizan/service-kit';
import type { Connection } from '../port/connection.ts';
import type { AuthorizeRequest, CaptureRequest, RefundRequest } from '../port/provider.ts';
import { databaseRecords, expectRecord, type RecordStore, recordsOf } from '../port/record-store.ts';
import type { RefundTurnRecord } from '../port/refund-turns.ts';
import type { PaymobClient } from './paymob-client.ts';
import { paymobRecords } from './paymob-record.table.ts';

/** Which of Paymob's objects stands for which of our ids: Paymob has no idempotency keys. */
export type PaymobStore = RecordStore<PaymobRecord>;

/** Stable name of the provider, kept on every charge and connection. */
export const paymobName = 'paymob' as const;

/** The adapter's records of the connection that a charge was committed with. */
export const databaseStore = (db: Database, connection: Pick<Connection, 'recordsOf' | 'scope'>): PaymobStore =>
  recordsOf(
    databaseRecords<PaymobRecord>(db, { name: fragment`paymob_records`, table: paymobRecords }, connection.scope),
    connection,
  );

/** What the adapter works with: one connection to Paymob. */
export interface PaymobContext {
  readonly client: PaymobClient;
  readonly store: PaymobStore;
  readonly publicKey: string;
  /** Number of the integration that takes a payment; undefined when the connection has none. */
  readonly integrationOf: (request: Pick<AuthorizeRequest, 'captureMethod' | 'method'>) => number | undefined;
  /** Where Paymob sends its callbacks. */
  readonly callbackUrl: string;
  /** Where Paymob sends the buyer after the payment. */
  readonly returnUrl: string;
  /** Our page with Paymob's field for cards; null where it is switched off. */
  readonly fieldUrl: string | null;
  /** Paymob has refused the credentials of the connection. */
  readonly onCredentialsRefused: (reason: string) => Promise<void>;
}

/** One thing that is remembered. */
export type PaymobRecord =
  | AttemptRecord
  | PageRecord
  | StartedRecord
  | NeverRecord
  | EndedRecord
  | SaleRecord
  | CaptureRecord
  | CaptureMadeRecord
  | CaptureFailedRecord
  | RefundRecord
  | RefundTurnRecord
  | RefundSendRecord
  | RefundEndRecord
  | RefundChildRecord
  | CardTokenRecord;

/** Under the charge id: the requested payment. */
export interface AttemptRecord extends Pick<AuthorizeRequest, 'amount' | 'currency' | 'captureMethod'> {
  readonly op: 'attempt';
  readonly type: PaymentMethodType;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link pageKey}: the intention that the buyer is led to; the only one of the charge that can ever be paid. */
export interface PageRecord {
  readonly op: 'page';
  /** `special_reference` of the intention: the charge's id, with a number from the second on. */
  readonly reference: string;
  readonly intentionId: string;
  readonly clientSecret: string;
  readonly orderId: number;
  readonly redirectUrl: string;
  /** Of a payment that was started by request, a wallet's or a kiosk's: what a {@link StartedRecord} says. */
  readonly transactionId: number | null;
  /** What the buyer presents at a kiosk. */
  readonly bill: string | null;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Under {@link startedKey}: a payment of the page that was started by request, after the page was stored. */
export interface StartedRecord extends Partial<Pick<PageRecord, 'transactionId' | 'redirectUrl' | 'bill'>> {
  readonly op: 'started';
}

/** Under {@link pageKey}: no buyer may ever be led to an intention of the charge. */
export interface NeverRecord {
  readonly op: 'never';
  /** Why: it was canceled first, or Paymob could not be reached or refused it. */
  readonly why: 'canceled' | 'unsent';
  /** Paymob's words, if it has refused it. */
  readonly message: string | null;
  /** Paymob gave no answer. */
  readonly isUnanswered?: boolean;
}

/** Under {@link endKey}: the buyer's time is over, or the attempt was canceled. Money that arrives all the same is found. */
export interface EndedRecord {
  readonly op: 'ended';
  readonly why: 'canceled' | 'expired';
}

/** Under {@link saleKey}: the transaction that brought the money, or holds it. */
interface SaleRecord {
  readonly op: 'sale';
  readonly id: number;
}

/** Under the capture's key: the requested capture. */
export interface CaptureRecord extends Pick<CaptureRequest, 'amount' | 'isFinal'> {
  readonly op: 'capture';
}

/** Under {@link captureMadeKey}: Paymob has made a transaction of the capture, which says how it ends. */
interface CaptureMadeRecord {
  readonly op: 'capture_made';
  readonly id: number;
}

/** Under {@link captureFailedKey}: Paymob has refused the capture, and made no transaction of it. */
export interface CaptureFailedRecord {
  readonly op: 'capture_failed';
  readonly message: string;
}

/** Under the refund id: the requested refund. */
export interface RefundRecord extends Pick<RefundRequest, 'chargeId' | 'amount'> {
  readonly op: 'refund';
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link sendKey}: one call, and no other, sends the refund. */
export interface RefundSendRecord {
  readonly op: 'refund_send';
  /** Of the call that sends it. */
  readonly nonce: string;
  /** What Paymob showed as refunded of the payment before, minor units. */
  readonly refundedBefore: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link refundEndKey}: Paymob's answer to the refund; the next one may be sent. */
export interface RefundEndRecord {
  readonly op: 'refund_end';
  /** Transaction of the refund; null when Paymob has made none. */
  readonly id: number | null;
  /** Why Paymob has made none. */
  readonly message: string | null;
  /** Of a refund that the operator found made, without its transaction: what it is called. */
  readonly foundAs?: string;
}

/** Under {@link childKey}: callbacks name the transaction of a refund, not the refund. */
interface RefundChildRecord {
  readonly op: 'refund_child';
  /** Null: the merchant made it at Paymob. */
  readonly refundId: string | null;
}

/** Under {@link cardTokenKey}: a card that its buyer has let Paymob keep. */
interface CardTokenRecord {
  readonly op: 'card_token';
  readonly token: string;
  readonly maskedPan: string;
  readonly cardSubtype: string;
}

export const pageKey = (chargeId: string): string => `${chargeId}:page`;
export const endKey = (chargeId: string): string => `${chargeId}:end`;
export const startedKey = (chargeId: string): string => `${chargeId}:started`;
export const saleKey = (chargeId: string): string => `${chargeId}:sale`;
export const captureMadeKey = (idempotencyKey: string): string => `${idempotencyKey}:made`;
export const captureFailedKey = (idempotencyKey: string): string => `${idempotencyKey}:failed`;
export const sendKey = (refundId: string, n: number): string => `${refundId}:send:${n}`;
export const refundEndKey = (refundId: string): string => `${refundId}:end`;
export const childKey = (transactionId: number): string => `transaction:${transactionId}`;
export const cardTokenKey = (orderId: string, tokenId: string): string => `order:${orderId}:card:${tokenId}`;

/** The page of a charge, with what was started on it; undefined when there is none yet. */
export async function pageOf(
  { store }: PaymobContext,
  chargeId: string,
): Promise<PageRecord | NeverRecord | undefined> {
  const record = await store.get(pageKey(chargeId));
  const page = record && expectRecord(record, 'page', 'never');
  if (page?.op !== 'page') return page;
  const started = await store.get(startedKey(chargeId));
  return started ? { ...page, ...expectRecord(started, 'started'), op: 'page' } : page;
}

/** What was requested under a charge's id. @throws Error nothing was: a charge with a page has an attempt */
export async function attemptOf({ store }: PaymobContext, chargeId: string): Promise<AttemptRecord> {
  const record = await store.get(chargeId);
  if (!record) throw new Error(`bug: ${chargeId} is at Paymob and was never requested`);
  return expectRecord(record, 'attempt');
}
