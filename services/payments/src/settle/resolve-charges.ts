import {
  acrossMerchants,
  type DueClocks,
  fragment,
  type JobContext,
  type LoadContext,
  log,
  own,
  sweep,
  type SystemReader,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { chargeOf, findIntent, loadPayment, lockPayment } from '../payment/payment.ts';
import { isReportedInFull } from '../payment/reported-receipt.ts';
import type { FailureReason } from '../providers/port/describe-failure.ts';
import type { PaymentOutcome, SyncOutcome } from '../providers/port/provider-outcome.ts';
import { nextScheduledAt, retryAt } from '../providers/port/sync-schedule.ts';
import { settleCharge } from './settle-charge.ts';
import { failedUnsent, toPaymentOutcome } from './settle-declined.ts';
import { settleHold } from './settle-hold.ts';
import { isUnneeded } from './settle-surplus.ts';

const batchSize = 50; // of each provider; the next pass follows at once while there are more

/**
 * The janitor of charges: queries the provider about charges that are due, and settles the answers. Due are lost and
 * later outcomes, actions whose time is over, charges that a crash left between two transactions, authorized ones that
 * changed at the provider itself, and failed ones that could still be paid there.
 */
export const resolveCharges = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<ChargeRow>(context, {
    failure: { event: 'payment.resolve_failed', ids: ({ id }) => ({ chargeId: id }) },
    due: ({ system }, clocks) => findDueCharges(system, clocks),
    laneOf: ({ provider }) => provider, // one that does not answer holds up its own charges alone
    handle: (charge, scope, now) => resolveCharge(app, charge, { scope, now }),
  });

/** Charges whose query is due: of each provider the first ones, so that none fills the batch of the others. */
export const findDueCharges = ({ sql }: Pick<SystemReader, 'sql'>, clocks: DueClocks): Promise<ChargeRow[]> =>
  sql<ChargeRow>`
    select ${charges.columns} from charges
    where ${acrossMerchants} and id in (
      select id from (
        select id, row_number() over (partition by provider order by next_sync_at, id) as place from charges
        where ${clocks.isDue(fragment`next_sync_at`, fragment`charges`)}) as due
      where place <= ${batchSize})
    order by next_sync_at, id`;

type ChargeAt = Pick<LoadContext, 'scope' | 'now'>;

async function resolveCharge(app: App, charge: ChargeRow, { scope, now }: ChargeAt): Promise<void> {
  const { db } = app;
  const { id: chargeId, paymentIntentId } = charge;
  const attempts = charge.syncAttempts + 1;
  // Postponed before the query: a failure below must not block the other charges. Only an answer ends the schedule.
  const fallbackAt = retryAt(attempts, now);
  await db.system.sql`
    update charges set ${charges.set({ syncAttempts: fragment`sync_attempts + 1`, nextSyncAt: fallbackAt, queriedAt: now })}
    where ${own({ scope })} and id = ${chargeId} and next_sync_at <= ${now}`;
  if (charge.status !== 'PENDING' && charge.status !== 'FAILED')
    return resolveHold(app, charge, { scope, now, fallbackAt });
  const answer = await queryCharge(app, charge, { scope, now });
  if (answer === 'canceled') return endSchedule(app, charge, { scope, now, fallbackAt });
  const settled = { chargeId, paymentIntentId, answer, fallbackAt };
  const { paymentIntent } = await db.transact(scope, (tx) => settleCharge(tx, app, settled));
  const line = { event: 'payment.resolved', chargeId, merchantId: scope.merchantId, attempts };
  if (nextScheduledAt(attempts, now) === null && (answer.kind === 'unknown' || answer.kind === 'pending'))
    log.error({ ...line, outcome: `${answer.kind} after days of queries` });
  else log.info({ ...line, outcome: answer.kind, status: paymentIntent.status });
}

async function resolveHold(
  app: App,
  charge: ChargeRow,
  { scope, now, fallbackAt }: ChargeAt & { readonly fallbackAt: Date },
): Promise<void> {
  const chargeId = charge.id;
  const standing = await app.providers.moneyOf(scope).sync({ chargeId, now });
  const { intent } = await app.db.transact(scope, async (tx) => {
    const payment = await lockPayment(tx, charge.paymentIntentId);
    return settleHold(tx, app, { payment, chargeId, standing, fallbackAt });
  });
  const line = { event: 'payment.hold_resolved', chargeId, merchantId: scope.merchantId };
  log.info({ ...line, outcome: standing.kind, status: intent.status });
}

/** A failed charge can bring no money at its provider any more, unless a callback has said something else since. */
async function endSchedule(
  { db }: App,
  { id: chargeId }: ChargeRow,
  { scope, now, fallbackAt }: ChargeAt & { readonly fallbackAt: Date },
): Promise<void> {
  const closed = await db.system.one`
    update charges set ${charges.set({ lateReceipt: null, nextSyncAt: null, syncAttempts: 0, updatedAt: now })}
    where ${own({ scope })} and id = ${chargeId} and status = 'FAILED' and next_sync_at = ${fallbackAt} returning 1`;
  if (closed) log.info({ event: 'payment.closed', chargeId, merchantId: scope.merchantId });
}

/**
 * Queries the state of an undecided charge, and cancels an attempt that must not succeed any more: one that never reached
 * the provider, whose buyer's time is over, or whose payment another charge has paid meanwhile. It counts as failed only
 * if the provider agrees to cancel it. A failed charge without a report of its money is only canceled: `canceled` when nothing can
 * be paid with it.
 */
async function queryCharge(
  app: App,
  charge: ChargeRow,
  { scope, now }: ChargeAt,
): Promise<PaymentOutcome | 'canceled'> {
  const provider = app.providers.moneyOf(scope);
  const request = { chargeId: charge.id, now };
  const cancellation = { ...request, recorded: charge.amountCaptured };
  // The merchant has reported all of it as paid.
  const isReceived = isReportedInFull(charge) || charge.lateReceipt !== null;
  if (charge.status === 'FAILED' && !isReceived) {
    const closed = await provider.cancel(cancellation);
    if (closed.kind === 'already_captured') return toPaymentOutcome(await provider.sync(request), charge);
    return closed.kind === 'canceled' ? 'canceled' : closed;
  }
  const standing = isReceived
    ? await provider.completeAction({ ...request, answer: { result: 'paid' } })
    : await provider.sync(request);
  if (charge.status === 'FAILED' && (standing.kind === 'canceled' || standing.kind === 'not_found')) return 'canceled';
  const reason = await cancellationReason(app, charge, { standing, scope, now });
  if (!reason) return toPaymentOutcome(standing, charge);
  const canceled = await provider.cancel(cancellation);
  if (canceled.kind === 'canceled') return failedUnsent(charge, reason);
  return canceled.kind === 'unknown' ? canceled : toPaymentOutcome(await provider.sync(request), charge);
}

/** Why an attempt must not succeed any more; undefined when it may, or was decided since it was found due. */
async function cancellationReason(
  { db }: App,
  charge: ChargeRow,
  { standing, scope, now }: Pick<ChargeAt, 'scope' | 'now'> & { readonly standing: SyncOutcome },
): Promise<FailureReason | undefined> {
  const reason = unreachableOrExpired(standing, now);
  const isOpen = ['requires_action', 'awaits_server', 'pending'].includes(standing.kind);
  const isHeld = standing.kind === 'approved' && !standing.captured;
  if (!reason && !isOpen && !isHeld) return undefined;
  const reader = db.reader(scope, now);
  const intent = await findIntent(reader, charge.paymentIntentId);
  if (!intent) return undefined;
  const { row } = chargeOf(await loadPayment(reader, intent), charge.id);
  // The buyer's return may have brought the answer meanwhile: then this very charge holds the money of its payment.
  if (row.status !== 'PENDING') return undefined;
  return reason ?? (isUnneeded(intent, row) ? 'customer_abandoned' : undefined);
}

function unreachableOrExpired(standing: SyncOutcome, now: Date): FailureReason | undefined {
  if (standing.kind === 'not_found') return 'provider_timeout';
  if (standing.kind === 'awaits_server') return standing.expiresAt > now ? undefined : 'customer_abandoned';
  if (standing.kind !== 'requires_action' || standing.expiresAt > now) return undefined;
  return standing.voucher ? 'voucher_expired' : 'customer_abandoned';
}
