import { type Database, fragment, type Scope } from '@mizan/service-kit';
import type { ManualReceiver } from '../port/provider-method.ts';
import type { AuthorizeRequest } from '../port/provider.ts';
import { databaseRecords, type RecordStore } from '../port/record-store.ts';
import { manualRecords } from './manual-record.table.ts';

/** What is remembered of payments that the merchant receives without a provider. */
export type ManualStore = RecordStore<ManualRecord>;

/** The records of an account and mode in Postgres. */
export const databaseStore = (db: Database, scope: Scope): ManualStore =>
  databaseRecords(db, { name: fragment`manual_records`, table: manualRecords }, scope);

export type ManualRecord = ExpectedRecord | EndRecord | LateRecord;

/** Under the charge id: money that the merchant expects. */
export interface ExpectedRecord extends Pick<AuthorizeRequest, 'amount' | 'currency'> {
  readonly op: 'expected';
  readonly type: AuthorizeRequest['method']['type'];
  /** Where the buyer sends it. */
  readonly receiver: ManualReceiver | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Under {@link endKey}, written once: the money was received, or must not be expected any more. */
interface EndRecord {
  readonly op: 'received' | 'refused' | 'canceled' | 'expired';
}

/** Under {@link lateKey}, written once: the money came after the payment had ended without it. */
interface LateRecord {
  readonly op: 'received_late';
}

export const endKey = (chargeId: string): string => `${chargeId}:end`;
export const lateKey = (chargeId: string): string => `${chargeId}:late`;
