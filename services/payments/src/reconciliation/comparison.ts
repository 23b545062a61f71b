import type { ReconciliationFinding, ReconciliationTotal } from '@mizan/contracts';
import { log } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { Connection } from '../providers/port/connection.ts';
import type { ProviderStatement, StatedPayment } from '../providers/port/provider-statement.ts';
import type { Difference } from './compare-payment.ts';
import type { ReconciledConnection } from './reconciled-connections.ts';
import type { ReconciliationPosition } from './reconciliation-cursor.ts';
import type { RecordedPayment } from './recorded-payments.ts';

/** From inclusive, to exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

export const isIn = ({ from, to }: Period, { createdAt }: { readonly createdAt: Date }): boolean =>
  createdAt >= from && createdAt < to;

/** A connection that is being compared. */
export interface Comparison {
  readonly app: App;
  readonly connection: ReconciledConnection;
  /** With its credentials; undefined where it was deleted, and none to the same account stands for it. */
  readonly opened: Connection | undefined;
  readonly statement: ProviderStatement;
  readonly period: Period;
  /** Only charges of this account. */
  readonly accountId: string | undefined;
}

/** A page of a comparison, and where the next one starts; null after the last of the connection. */
export interface Compared {
  readonly findings: readonly ReconciliationFinding[];
  readonly totals: readonly ReconciliationTotal[];
  readonly next: Pick<ReconciliationPosition, 'stage' | 'after'> | null;
}

export function findingOf(
  { connection }: Comparison,
  charge: RecordedPayment | undefined,
  { kind, reference, refundId, here, there }: Difference,
): ReconciliationFinding {
  return { ...subjectOf(connection, charge), kind, reference, refundId, here, there, detail: null };
}

/** The provider could not be queried about a charge, or at all. */
export function notAnswered(
  { connection }: Comparison,
  charge: RecordedPayment | undefined,
  error: Error,
): ReconciliationFinding {
  const subject = subjectOf(connection, charge);
  log.warn({ event: 'reconciliation.not_answered', ...subject, err: error });
  const detail = error.message.slice(0, 300);
  return { ...subject, kind: 'not_answered', refundId: null, reference: null, here: null, there: null, detail };
}

const subjectOf = (connection: ReconciledConnection, charge: RecordedPayment | undefined) => ({
  accountId: charge?.merchantId ?? null,
  connectionId: charge?.connectionId ?? connection.id,
  provider: connection.provider,
  chargeId: charge?.id ?? null,
});

/** A query of a provider takes as long as this at most: a page has few of them one after the other. */
const queryMs = 8_000;

/** Queries of one provider at the same time. */
export const queriesAtOnce = 5;

/** What the provider shows of a charge, or why it did not answer. */
export async function queryCharge(
  { connection, opened, statement }: Comparison,
  charge: RecordedPayment,
): Promise<readonly StatedPayment[] | Error> {
  if (!opened)
    return new Error(
      `The connection, which settled to the ${connection.settlesTo}, was deleted. Connect the account at the provider again to query it.`,
    );
  return answered(() => statement.read({ ...opened, recordsOf: charge.connectionId }, charge));
}

/** An answer, or why there is none. */
export async function answered<T>(query: () => Promise<T>, maxMs = queryMs): Promise<T | Error> {
  const { promise: late, resolve } = Promise.withResolvers<Error>();
  const timer = setTimeout(() => resolve(new Error(`There was no answer within ${maxMs / 1_000} seconds.`)), maxMs);
  try {
    return await Promise.race([query(), late]);
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  } finally {
    clearTimeout(timer);
  }
}
