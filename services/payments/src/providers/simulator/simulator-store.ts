import type { CaptureMethod, Currency, RefundFailureReason } from '@mizan/contracts';
import { type Database, fragment, type Scope } from '@mizan/service-kit';
import type { FailureReason } from '../port/describe-failure.ts';
import type { ProviderMethod } from '../port/provider-method.ts';
import { databaseRecords, type RecordStore } from '../port/record-store.ts';
import { simulatorOperations } from './simulator-operation.table.ts';

/** What the simulator did, as a processor's own database would record it. */
export type SimulatorStore = RecordStore<SimulatorRecord>;

/** The simulator's records of an account and mode in Postgres. */
export const databaseStore = (db: Database, scope: Scope): SimulatorStore =>
  databaseRecords(db, { name: fragment`simulator_operations`, table: simulatorOperations }, scope);

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

/** Under `<chargeId>:hold:<n>`: one entry of the log of an authorised amount. */
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
