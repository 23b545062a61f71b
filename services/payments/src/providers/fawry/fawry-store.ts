import type { PaymentMethodType } from '@mizan/contracts';
import { type Database, fragment } from '@mizan/service-kit';
import type { Connection } from '../port/connection.ts';
import type { AuthorizeRequest, RefundRequest } from '../port/provider.ts';
import { databaseRecords, type RecordStore, recordsOf } from '../port/record-store.ts';
import type { RefundTurnRecord } from '../port/refund-turns.ts';
import type { FawryClient } from './fawry-client.ts';
import { fawryRecords } from './fawry-record.table.ts';

/** Which of Fawry's orders stands for which of our ids: Fawry has no idempotency keys. */
export type FawryStore = RecordStore<FawryRecord>;

/** Stable name of the provider, kept on every charge and connection. */
export const fawryName = 'fawry' as const;

/** The adapter's records of the connection that a charge was committed with. */
export const databaseStore = (db: Database, connection: Pick<Connection, 'recordsOf' | 'scope'>): FawryStore =>
  recordsOf(
    databaseRecords<FawryRecord>(db, { name: fragment`fawry_records`, table: fawryRecords }, connection.scope),
    connection,
  );

/** What the adapter works with: one connection to Fawry. */
export interface FawryContext {
  readonly client: FawryClient;
  readonly store: FawryStore;
  /** Where Fawry sends its notifications. */
  readonly callbackUrl: string;
  /** Of the platform: leads a buyer who follows it back to the merchant. */
  readonly returnUrl: string;
  /** Fawry has refused the credentials of the connection. */
  readonly onCredentialsRefused: (reason: string) => Promise<void>;
}

/** One thing that is remembered. */
export type FawryRecord =
  | AttemptRecord
  | ReferenceRecord
  | SentRecord
  | NeverRecord
  | OrderRecord
  | RefusedRecord
  | EndedRecord
  | RefundRecord
  | RefundTurnRecord
  | RefundSendRecord
  | RefundEndRecord;

/** Under the charge id: the requested payment. */
export interface AttemptRecord extends Pick<AuthorizeRequest, 'amount' | 'currency' | 'captureMethod'> {
  readonly op: 'attempt';
  readonly type: PaymentMethodType;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Under {@link referenceKey}: whose number it is. */
interface ReferenceRecord {
  readonly op: 'reference';
  readonly chargeId: string;
}

/** Under {@link sendKey}: one call, and no other, sends the order. */
export interface SentRecord {
  readonly op: 'sent';
  readonly nonce: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link sendKey}: it was canceled first, and is never sent. */
interface NeverRecord {
  readonly op: 'never';
}

/** Under {@link orderKey}: Fawry's number for the order, which buyers present. */
export interface OrderRecord {
  readonly op: 'order';
  readonly number: string;
}

/** Under {@link orderKey}: Fawry has made no order. */
export interface RefusedRecord {
  readonly op: 'refused';
  /** Fawry's words. */
  readonly message: string;
  /** Fawry gave no answer. */
  readonly isUnanswered?: boolean;
}

/** Under {@link endKey}: the buyer's time is over, or the attempt was canceled. Money that arrives all the same is found. */
interface EndedRecord {
  readonly op: 'ended';
  readonly why: 'canceled' | 'expired';
}

/** Under the refund id: the requested refund. */
export interface RefundRecord extends Pick<RefundRequest, 'chargeId' | 'amount'> {
  readonly op: 'refund';
}

/** Under {@link refundSendKey}: one call, and no other, sends the refund. */
export interface RefundSendRecord {
  readonly op: 'refund_send';
  readonly nonce: string;
  /** Status of the order before. */
  readonly statusBefore: string;
  /** Minor units that earlier refunds of the charge have returned. */
  readonly refundedBefore: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link refundEndKey}: how the refund ended; the next one may be sent. */
export interface RefundEndRecord {
  readonly op: 'refund_end';
  /** Why Fawry has refused it; null: it was refunded. */
  readonly message: string | null;
}

export const referenceKey = (reference: string): string => `reference:${reference}`;
export const sendKey = (chargeId: string): string => `${chargeId}:send`;
export const orderKey = (chargeId: string): string => `${chargeId}:order`;
export const endKey = (chargeId: string): string => `${chargeId}:end`;
export const refundSendKey = (refundId: string, n: number): string => `${refundId}:send:${n}`;
export const refundEndKey = (refundId: string): string => `${refundId}:end`;
