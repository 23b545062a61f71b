import { type Fragment, fragment, own, type Reader, resourceMissing, type Tx } from '@mizan/service-kit';
import type { BalanceTransactionRow } from './balance-transaction.entity.ts';
import { balanceTransactions } from './balance-transaction.table.ts';
import type { CaptureRow } from './capture.entity.ts';
import { captures } from './capture.table.ts';
import type { ChargeRow } from './charge.entity.ts';
import type { ChargeParts } from './charge.resource.ts';
import { charges } from './charge.table.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { paymentIntents } from './payment-intent.table.ts';
import type { RefundRow } from './refund.entity.ts';
import { refunds } from './refund.table.ts';

/** A payment intent with all that its resource shows: its charges, oldest first, their movements and refunds. */
export interface Payment {
  readonly intent: PaymentIntentRow;
  readonly charges: readonly ChargeParts[];
  /** The capture of its authorized amount whose outcome is not known; absent if there is none. */
  readonly pendingCapture?: CaptureRow | undefined;
}

/** A payment as a transaction of this process has just committed it. */
export interface CommittedPayment extends Payment {
  /** Id of that transaction, which is the last to have written its rows for as long as they are unchanged. */
  readonly writtenBy: string;
}

/** The charge of that id. Throws when the payment has none: ids come from our own rows. */
export function chargeOf(payment: Payment, chargeId: string): ChargeParts {
  const found = payment.charges.find(({ row }) => row.id === chargeId);
  if (!found) throw new Error(`bug: ${payment.intent.id} has no charge ${chargeId}`);
  return found;
}

/** The latest approved charge that counts in the amounts of the payment. */
export const approvedChargeOf = ({ charges }: Payment): ChargeParts | undefined =>
  charges.findLast(({ row }) => row.status === 'SUCCEEDED' && !row.isSurplus);

/** Whether more can be captured of a charge, which the surplus of another charge of the payment never is. */
export const isHold = ({ intent }: Pick<Payment, 'intent'>, { status, isSurplus }: ChargeRow): boolean =>
  intent.amountCapturable > 0 && status === 'SUCCEEDED' && !isSurplus;

/** The payment with `charge` in the place of the one of the same id. */
export const withCharge = (payment: Payment, charge: ChargeParts): Payment => ({
  ...payment,
  charges: payment.charges.map((each) => (each.row.id === charge.row.id ? charge : each)),
});

/** The intent with this id, for reading. */
export const findIntent = (reader: Reader, id: string): Promise<PaymentIntentRow | undefined> =>
  reader.one<PaymentIntentRow>`
    select ${paymentIntents.columns} from payment_intents
    where ${own(reader)} and id = ${id}`;

/** The intent with this id, locked until the transaction ends. */
export const lockIntent = (tx: Tx, id: string): Promise<PaymentIntentRow | undefined> => tx.one<PaymentIntentRow>`
  select ${paymentIntents.columns} from payment_intents
  where ${own(tx)} and id = ${id} for update`;

/**
 * Locks a payment until the transaction ends. The intent's row is the only lock: its charges and their refunds change only
 * under it, so that its holder sees them as they are, but for when they are queried next.
 *
 * @throws Problem `resource_missing`: the merchant has deleted all test data since the payment was read
 */
export async function lockPayment(tx: Tx, intentId: string): Promise<Payment> {
  const intent = await lockIntent(tx, intentId);
  if (!intent) throw resourceMissing();
  return loadPayment(tx, intent);
}

/** As {@link lockPayment}, for the payment of a checkout session; undefined before its first confirm. */
export async function lockSessionPayment(tx: Tx, checkoutSessionId: string): Promise<Payment | undefined> {
  const intent = await lockSessionIntent(tx, checkoutSessionId);
  return intent && loadPayment(tx, intent);
}

/** The intent of a checkout session, locked until the transaction ends. */
export const lockSessionIntent = (tx: Tx, checkoutSessionId: string): Promise<PaymentIntentRow | undefined> =>
  tx.one<PaymentIntentRow>`
    select ${paymentIntents.columns} from payment_intents
    where ${own(tx)} and checkout_session_id = ${checkoutSessionId} for update`;

/** Completes an intent with its charges. In a transaction: after its lock was granted, when they no longer change. */
export async function loadPayment(reader: Reader, intent: PaymentIntentRow): Promise<Payment> {
  // Not `any (array)` of one: Postgres would plan that again each time, which takes longer than to run it.
  const rows = await reader.sql<ChargeRow>`
    select ${charges.columns} from charges
    where ${own(reader)} and payment_intent_id = ${intent.id} order by attempt`;
  const payment = { intent, charges: await loadChargeParts(reader, rows) };
  const pending = await findPendingCaptures(reader, [payment]);
  return { ...payment, pendingCapture: pending.get(intent.id) };
}

/** Completes intents with their charges, in the order of `intents`. */
export async function loadPayments(reader: Reader, intents: readonly PaymentIntentRow[]): Promise<Payment[]> {
  if (intents.length === 0) return [];
  const rows = await reader.sql<ChargeRow>`
    select ${charges.columns} from charges
    where ${own(reader)} and payment_intent_id = any (${intents.map(({ id }) => id)}::text[])
    order by payment_intent_id, attempt`;
  const byIntent = Map.groupBy(await loadChargeParts(reader, rows), ({ row }) => row.paymentIntentId);
  const payments = intents.map((intent) => ({ intent, charges: byIntent.get(intent.id) ?? [] }));
  const pending = await findPendingCaptures(reader, payments);
  return payments.map((payment) => ({ ...payment, pendingCapture: pending.get(payment.intent.id) }));
}

/** The undecided captures of these payments, by payment. Those of which nothing is authorized cost no statement. */
async function findPendingCaptures(
  reader: Reader,
  payments: readonly Payment[],
): Promise<ReadonlyMap<string, CaptureRow | undefined>> {
  const holds = payments.flatMap((payment) => payment.charges.filter(({ row }) => isHold(payment, row)));
  if (holds.length === 0) return new Map();
  const rows = await reader.sql<CaptureRow>`
    select ${captures.columns} from captures
    where ${own(reader)} and charge_id = any (${holds.map(({ row }) => row.id)}::text[]) and status = 'PENDING'`;
  const byCharge = new Map(rows.map((capture) => [capture.chargeId, capture]));
  return new Map(holds.map(({ row }) => [row.paymentIntentId, byCharge.get(row.id)]));
}

/** Completes charges with their movements and refunds, in the order of `rows`. */
export async function loadChargeParts(reader: Reader, rows: readonly ChargeRow[]): Promise<ChargeParts[]> {
  // Only captured money has a movement, and only it is ever refunded: an attempt under way costs no further statement.
  const captured = rows.filter((charge) => charge.balanceTransactionId !== null);
  if (captured.length === 0) return rows.map((row) => ({ row, movement: null, refunds: [] }));
  const movements = await reader.sql<BalanceTransactionRow>`
    select ${balanceTransactions.columns} from balance_transactions
    where ${own(reader)} and id = any (${captured.map((charge) => charge.balanceTransactionId)}::text[])`;
  const refundRows = await reader.sql<RefundRow>`
    select ${refunds.columns} from refunds
    where ${own(reader)} and charge_id = any (${captured.map(({ id }) => id)}::text[])
    order by created_at, id`;
  const movementById = new Map(movements.map((movement) => [movement.id, movement]));
  const byCharge = Map.groupBy(refundRows, (refund) => refund.chargeId);
  return rows.map((row) => ({
    row,
    movement: movementById.get(row.balanceTransactionId ?? '') ?? null,
    refunds: byCharge.get(row.id) ?? [],
  }));
}

// Statements for the `with` of a transaction that holds the payment's lock; several changes travel in one round trip.

/** Writes every column that changes after an intent was created. @param writtenBy unless it was written since this transaction */
export function updateIntent(row: PaymentIntentRow, writtenBy?: string): Fragment {
  const {
    id,
    merchantId: _merchant,
    livemode: _mode,
    checkoutSessionId: _session,
    createdAt: _created,
    ...changes
  } = row;
  return fragment`
    update payment_intents set ${paymentIntents.set(changes)}
    where ${own({ scope: row })} and id = ${id} ${stillOf(writtenBy)} returning 1`;
}

/** A condition: the transaction of this id was the last to write the row. */
const stillOf = (writtenBy: string | undefined): Fragment =>
  writtenBy === undefined ? fragment`` : fragment`and xmin = ${writtenBy}::xid`;

/** The time of a reservation that was stored as JSON; null where it has none. */
export const fallbackOf = ({ fallbackAt }: { readonly fallbackAt?: string | undefined }): Date | null =>
  fallbackAt === undefined ? null : new Date(fallbackAt);

/** When the provider is queried next about a charge or a refund. */
export interface PlannedQuery {
  /** Null: when a callback reports a change. */
  readonly at: Date | null;
  /**
   * The time that the caller itself had set, before it called the provider, in case it died. Whatever else is found in the
   * row was set by another, for what it has seen: a callback, or a query whose answer is on its way. It is kept.
   */
  readonly fallbackAt: Date | null;
  /** The charge has brought its money, or the refund has failed: nothing that was reported needs another query. */
  readonly isLast?: boolean;
}

/** The time of the next query as it becomes when a caller plans it: what the row has at that moment counts, locked or not. */
export const plannedTime = ({ at, fallbackAt, isLast = false }: PlannedQuery): Fragment => fragment`
  case when ${isLast}::boolean or next_sync_at is null or next_sync_at = ${fallbackAt}::timestamptz then ${at}::timestamptz
    else least(next_sync_at, ${at}::timestamptz) end`;

/**
 * The time that a caller sets before it calls the provider, in case it dies: `fallbackAt`, or just before an earlier one that
 * another has set, so that the row never has the time of two callers.
 */
export const fallbackTime = (fallbackAt: Date): Fragment =>
  fragment`least(next_sync_at - interval '1 ms', ${fallbackAt}::timestamptz)`;

/** Plans the next query about a charge. @param attempts queries since the provider last decided something */
export const planQuery = ({ id, ...scope }: ChargeRow, attempts: number, planned: PlannedQuery): Fragment => fragment`
  update charges set ${charges.set({ nextSyncAt: plannedTime(planned), syncAttempts: attempts })}
  where ${own({ scope })} and id = ${id}`;

/**
 * Writes what changes of a charge after it was created.
 *
 * @param options.query where the next query is planned with it; its time is left as it is otherwise
 * @param options.writtenBy unless the charge was written since this transaction
 */
export function updateCharge(
  row: ChargeRow,
  { query, writtenBy }: { readonly query?: PlannedQuery; readonly writtenBy?: string | undefined } = {},
): Fragment {
  const changes = {
    version: row.version,
    status: row.status,
    amountCaptured: row.amountCaptured,
    amountRefunded: row.amountRefunded,
    amountLost: row.amountLost,
    presentmentRefunded: row.presentmentRefunded,
    capturedAt: row.capturedAt,
    disputed: row.disputed,
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    outcome: row.outcome,
    paymentMethodDetails: row.paymentMethodDetails,
    balanceTransactionId: row.balanceTransactionId,
    isSurplus: row.isSurplus,
    externalChargeId: row.externalChargeId,
    providerFee: row.providerFee,
    actionAnswer: row.actionAnswer,
    lateReceipt: row.lateReceipt,
    ...(query && { nextSyncAt: plannedTime(query), syncAttempts: row.syncAttempts }),
    updatedAt: row.updatedAt,
  };
  return fragment`
    update charges set ${charges.set(changes)}
    where ${own({ scope: row })} and id = ${row.id} ${stillOf(writtenBy)} returning 1`;
}
