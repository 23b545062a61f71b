import type { RefundFailureReason } from '@mizan/contracts';
import { type Database, fragment, type Scope } from '@mizan/service-kit';
import type { FailureReason } from '../port/describe-failure.ts';
import type { AuthorizeRequest, CaptureRequest, RefundRequest } from '../port/provider.ts';
import { databaseRecords, type RecordStore } from '../port/record-store.ts';
import { simulatorOperations } from './simulator-operation.table.ts';

/** What the simulator did, as a processor's own database would record it. */
export type SimulatorStore = RecordStore<SimulatorRecord>;

/** The simulator's records of an account and mode in Postgres. */
export const databaseStore = (db: Database, scope: Scope): SimulatorStore =>
  databaseRecords(db, { name: fragment`simulator_operations`, table: simulatorOperations }, scope);

/** One thing that happened at the simulated processor. */
export type SimulatorRecord =
  | AuthorizationRecord
  | NeverRecord
  | DecisionRecord
  | LateRecord
  | CaptureRecord
  | VoidRecord
  | RefundRecord
  | RefundDecisionRecord;

/** Under the charge id: an authorization that arrived. */
export interface AuthorizationRecord extends Omit<AuthorizeRequest, 'chargeId' | 'now'> {
  readonly op: 'authorize';
  /** ISO 8601, on the account's clock. */
  readonly at: string;
}

/** Under the charge id: the charge was canceled before its authorization arrived. */
interface NeverRecord {
  readonly op: 'never';
}

/** Under `<chargeId>:decision`: how an authorization ended that was open at first. */
interface DecisionRecord {
  readonly op: 'decision';
  readonly decision: Decision;
}

/** Under `<chargeId>:late`: the merchant received the money after the authorization had ended without it. */
interface LateRecord {
  readonly op: 'received_late';
}

/** How an authorization ended. */
export type Decision =
  | { readonly result: 'approve' }
  | { readonly result: 'cancel' }
  | { readonly result: 'decline'; readonly failure: FailureReason; readonly isSent: boolean };

/** Under `<chargeId>:hold:<n>`: one entry of the log of an authorized amount. */
export interface CaptureRecord extends Pick<CaptureRequest, 'idempotencyKey' | 'amount' | 'isFinal'> {
  readonly op: 'capture';
  readonly result: 'captured' | 'failed';
}

/** Under `<chargeId>:hold:<n>`: what was not captured before this entry is released. */
export interface VoidRecord {
  readonly op: 'void';
}

/** Under the refund id: a refund that arrived. */
export interface RefundRecord extends Pick<RefundRequest, 'chargeId' | 'amount'> {
  readonly op: 'refund';
  /** ISO 8601, on the account's clock. */
  readonly at: string;
}

/** Under `<refundId>:decision`: how a refund ended; null when the money arrived. Under `<refundId>:return`: why it came back. */
interface RefundDecisionRecord {
  readonly op: 'refund_decision';
  readonly failureReason: RefundFailureReason | null;
}
