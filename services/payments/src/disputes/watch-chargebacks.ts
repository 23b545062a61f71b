import type { Charge } from '@mizan/contracts';
import {
  acrossMerchants,
  type BusEvent,
  fragment,
  type JobContext,
  log,
  own,
  type Scope,
  sweep,
  type Tx,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import type { DisputeRow } from '../payment/dispute.entity.ts';
import { disputes } from '../payment/dispute.table.ts';
import { chargeOf, lockPayment } from '../payment/payment.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import { openConnection } from '../providers/connections/connection-store.ts';
import type { ChargebackWatchRow } from './chargeback-watch.entity.ts';
import { chargebackWatches } from './chargeback-watch.table.ts';
import { loadDispute } from './lock-dispute.ts';
import { newDispute } from './new-dispute.ts';
import { settleDispute } from './settle-dispute.ts';

const dayMs = 24 * 60 * 60_000;

/** Days after the capture on which a charge is queried. Card networks let payers object for about 120 days. */
const queryDays = [1, 3, 7, 14, 21, 30, 45, 60, 75, 90, 105, 120];

const retryMs = 6 * 60 * 60_000; // after a query that was not answered
const lastRetryMs = 121 * dayMs; // after the capture: a day beyond the last query, for a provider that is away on that day
const batchSize = 50; // the next pass follows at once while there are more

/** Whether chargebacks of a captured charge show in a query alone. */
export const isWatched = ({ providers }: Pick<App, 'providers'>, { captured, config, ...charge }: Charge): boolean =>
  captured &&
  providers.live.some(
    ({ name, chargebacks }) =>
      name === config?.['provider'] &&
      chargebacks?.types.some((type) => type === charge.paymentMethodDetails?.type) === true,
  );

/** Watches a charge for chargebacks, however often its events come. */
export async function watchForChargebacks(
  tx: Tx,
  { object }: BusEvent<'charge.succeeded' | 'charge.captured' | 'charge.updated' | 'charge.expired'>,
): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const capturedAt = new Date(object.capturedAt ?? object.createdAt);
  const dueAt = nextQueryAt(capturedAt, tx.now);
  if (!dueAt) return;
  const row = { chargeId: object.id, merchantId, livemode, dueAt, capturedAt };
  await tx.sql`${chargebackWatches.insert([row])} on conflict do nothing`;
}

/** The next of {@link queryDays}; null after the last. */
function nextQueryAt(capturedAt: Date, now: Date): Date | null {
  const times = queryDays.map((days) => capturedAt.getTime() + days * dayMs);
  const next = times.find((time) => time > now.getTime());
  return next === undefined ? null : new Date(next);
}

/**
 * Queries providers about charges that are due, and opens a dispute where the payer's bank has taken money back, or more than
 * before. A row is deleted after the last query, or when that has failed for a day.
 */
export const watchChargebacks = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<ChargebackWatchRow>(context, {
    failure: { event: 'chargeback.query_failed', ids: ({ chargeId }) => ({ chargeId }) },
    due: ({ system }, clocks) => system.sql<ChargebackWatchRow>`
      select ${chargebackWatches.columns} from chargeback_watches
      where ${acrossMerchants} and ${clocks.isDue(fragment`due_at`, fragment`chargeback_watches`)}
      order by due_at limit ${batchSize}`,
    handle: (watch, scope, now) => queryCharge(app, watch, { scope, now }),
  });

async function queryCharge(
  app: App,
  watch: ChargebackWatchRow,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<void> {
  const { db } = app;
  const { chargeId, capturedAt } = watch;
  const ofCharge = fragment`${own({ scope })} and charge_id = ${chargeId}`;
  // Postponed before the query: a failure below must not block the others.
  const retryAt = new Date(now.getTime() + retryMs);
  await db.system.sql`update chargeback_watches set ${chargebackWatches.set({ dueAt: retryAt })} where ${ofCharge}`;
  const isLast = now.getTime() >= capturedAt.getTime() + lastRetryMs;
  const amount = await takenBack(app, scope, chargeId).catch(async (cause: unknown) => {
    if (!isLast) throw cause;
    await db.system.sql`delete from chargeback_watches where ${ofCharge}`;
    throw new Error('No query about chargebacks was answered until payers can no longer object', { cause });
  });
  const dueAt = nextQueryAt(capturedAt, now);
  await db.transact(scope, async (tx) => {
    if (amount) await openChargeback(tx, app, { chargeId, amount });
    await (dueAt
      ? tx.sql`update chargeback_watches set ${chargebackWatches.set({ dueAt })} where ${ofCharge}`
      : tx.sql`delete from chargeback_watches where ${ofCharge}`);
  });
}

/** Minor units that the payer's bank has taken back; undefined while its provider is not connected. */
async function takenBack(app: App, scope: Scope, chargeId: string): Promise<number | undefined> {
  const charge = await app.db.system.one<ChargeRow>`
    select ${charges.columns} from charges where ${own({ scope })} and id = ${chargeId}`;
  if (!charge?.connectionId || charge.externalChargeId === null) return undefined;
  const connection = await openConnection(app, scope, charge.connectionId);
  if (!connection) return undefined;
  return adapterOf(app, connection.provider).chargebacks?.takenBack(connection, charge.externalChargeId);
}

/**
 * Opens a dispute of what was taken back beyond the disputes that are known, of which the operator may have recorded some,
 * however they ended. An inquiry that is known becomes the dispute.
 */
async function openChargeback(
  tx: Tx,
  app: App,
  { chargeId, amount: takenBack }: { readonly chargeId: string; readonly amount: number },
): Promise<void> {
  const found = await tx.one<{ intentId: string }>`
    select payment_intent_id as intent_id from charges where ${own(tx)} and id = ${chargeId}`;
  if (!found) return;
  const payment = await lockPayment(tx, found.intentId);
  const known = await tx.sql<DisputeRow>`
    select ${disputes.columns} from disputes where ${own(tx)} and charge_id = ${chargeId} order by id desc`;
  const { row: charge } = chargeOf(payment, chargeId);
  const real = known.filter(({ isInquiry }) => !isInquiry);
  const disputed = real.reduce((sum, each) => sum + each.amount, 0);
  const amount = Math.min(takenBack, charge.amountCaptured) - disputed;
  if (amount <= 0) return;
  const inquiry = known.find(({ isInquiry }) => isInquiry);
  const dispute = inquiry
    ? await loadDispute(tx, inquiry)
    : { row: newChargeback(charge, { amount, number: real.length + 1, now: tx.now }), movements: [] };
  const change = { isInquiry: false, isWithdrawn: true, amount };
  const { id } = await settleDispute(tx, app, { payment, dispute, change });
  log.warn({ event: 'chargeback.found', merchantId: charge.merchantId, chargeId, disputeId: id });
}

const newChargeback = (
  charge: ChargeRow,
  { amount, number, now }: { readonly amount: number; readonly number: number; readonly now: Date },
): DisputeRow =>
  newDispute(charge, now, {
    amount,
    reason: 'general',
    isInquiry: false,
    evidenceDueBy: null,
    externalDisputeId: `chargeback_${charge.externalChargeId ?? charge.id}${number === 1 ? '' : `_${number}`}`,
  });
