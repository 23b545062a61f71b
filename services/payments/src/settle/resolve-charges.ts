import { acrossMerchants, fragment, type JobContext, type LoadContext, log, own, sweep } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { lockPayment } from '../payment/payment.ts';
import type { FailureReason } from '../providers/port/describe-failure.ts';
import type { PaymentOutcome, SyncOutcome } from '../providers/port/provider-outcome.ts';
import type { Provider } from '../providers/port/provider.ts';
import { nextScheduledAt, retryAt } from '../providers/port/sync-schedule.ts';
import { settleCharge } from './settle-charge.ts';
import { failedUnsent, toPaymentOutcome } from './settle-declined.ts';
import { settleHold } from './settle-hold.ts';

const batchSize = 50; // the next pass follows at once while there are more

/**
 * The janitor of charges: queries the provider about charges that are due, and settles the answers. Due are lost and
 * later outcomes, actions whose time is over, charges that a crash left between two transactions, and authorized ones
 * that changed at the provider itself.
 */
export const resolveCharges = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<ChargeRow>(context, {
    failure: { event: 'payment.resolve_failed', ids: ({ id }) => ({ chargeId: id }) },
    due: ({ system, clocks }) => system.sql<ChargeRow>`
      select ${charges.columns} from charges
      where ${acrossMerchants} and ${clocks.isDue(fragment`next_sync_at`, fragment`charges`)}
      order by next_sync_at, id limit ${batchSize}`,
    handle: (charge, scope, now) => resolveCharge(app, charge, { scope, now }),
  });

type ChargeAt = Pick<LoadContext, 'scope' | 'now'>;

async function resolveCharge(app: App, charge: ChargeRow, { scope, now }: ChargeAt): Promise<void> {
  const { db } = app;
  const { id: chargeId, paymentIntentId } = charge;
  const attempts = charge.syncAttempts + 1;
  // Postponed before the query: a failure below must not block the other charges. Only an answer ends the schedule.
  const scheduledAt = retryAt(attempts, now);
  await db.system.sql`
    update charges set ${charges.set({ syncAttempts: fragment`sync_attempts + 1`, nextSyncAt: scheduledAt })}
    where ${own({ scope })} and id = ${chargeId} and next_sync_at <= ${now}`;
  if (charge.status === 'SUCCEEDED') return resolveHold(app, charge, { scope, now, scheduledAt });
  const answer = await queryCharge(app.providers.moneyOf(scope), charge, now);
  const settled = { chargeId, paymentIntentId, answer };
  const { paymentIntent } = await db.transact(scope, (tx) => settleCharge(tx, app, settled));
  const line = { event: 'payment.resolved', chargeId, merchantId: scope.merchantId, attempts };
  if (nextScheduledAt(attempts, now) === null && answer.kind === 'unknown')
    log.error({ ...line, outcome: 'unknown: polled for the last time' });
  else log.info({ ...line, outcome: answer.kind, status: paymentIntent.status });
}

async function resolveHold(
  app: App,
  charge: ChargeRow,
  { scope, now, scheduledAt }: ChargeAt & { readonly scheduledAt: Date },
): Promise<void> {
  const chargeId = charge.id;
  const standing = await app.providers.moneyOf(scope).sync({ chargeId, now });
  const { intent } = await app.db.transact(scope, async (tx) => {
    const payment = await lockPayment(tx, charge.paymentIntentId);
    return settleHold(tx, app, { payment, chargeId, standing, scheduledAt });
  });
  const line = { event: 'payment.hold_resolved', chargeId, merchantId: scope.merchantId };
  log.info({ ...line, outcome: standing.kind, status: intent.status });
}

/**
 * Queries the state of an undecided charge, and cancels an attempt that can no longer succeed: one that never reached the
 * provider, or whose buyer's time is over. It counts as failed only if the provider agrees to cancel it.
 */
async function queryCharge(provider: Provider, charge: ChargeRow, now: Date): Promise<PaymentOutcome> {
  const request = { chargeId: charge.id, now };
  const isReceived = charge.amountReported === charge.amount; // the merchant has reported all of it as paid
  const standing = isReceived
    ? await provider.completeAction({ ...request, answer: { result: 'paid' } })
    : await provider.sync(request);
  const reason = cancellationReasonOf(standing, now);
  if (!reason) return toPaymentOutcome(standing, charge);
  const canceled = await provider.cancel(request);
  if (canceled.kind === 'canceled') return failedUnsent(charge, reason);
  return canceled.kind === 'unknown' ? canceled : toPaymentOutcome(await provider.sync(request), charge);
}

function cancellationReasonOf(standing: SyncOutcome, now: Date): FailureReason | undefined {
  if (standing.kind === 'not_found') return 'provider_timeout';
  if (standing.kind !== 'requires_action' || standing.expiresAt > now) return undefined;
  return standing.voucher ? 'voucher_expired' : 'customer_abandoned';
}
