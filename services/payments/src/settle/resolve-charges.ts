import { type Database, fragment, type JobContext, log } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { lockPayment } from '../payment/payment.ts';
import type { FailureReason } from '../providers/port/describe-failure.ts';
import type { PaymentOutcome, SyncOutcome } from '../providers/port/provider-outcome.ts';
import type { Provider } from '../providers/port/provider.ts';
import { nextSyncAt, retryAt } from '../providers/port/sync-schedule.ts';
import { settleCharge } from './settle-charge.ts';
import { failedUnsent, toPaymentOutcome } from './settle-declined.ts';
import { settleHold } from './settle-hold.ts';

/** Charges of one pass; the next pass follows at once while there are more. */
const batchSize = 50;

/**
 * The janitor of charges: queries the provider about charges that are due, and settles the answers. Due are lost and
 * later outcomes, actions whose time is over, charges that a crash left between two transactions, and authorised ones
 * that changed at the provider itself.
 *
 * @returns how many charges were due
 */
export async function resolveCharges({ db, signal }: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> {
  const due = await db.system.sql<ChargeRow>`
    select * from charges where ${db.clocks.hasCome(fragment`next_sync_at`, fragment`charges`)}
    order by next_sync_at, id limit ${batchSize}`;
  for (const charge of due) {
    if (signal.aborted) break;
    await resolveCharge(db, app, charge).catch((err: unknown) =>
      log.error({ event: 'payment.resolve_failed', chargeId: charge.id, err }),
    );
  }
  return due.length;
}

async function resolveCharge(db: Database, app: App, charge: ChargeRow): Promise<void> {
  const scope = { merchantId: charge.merchant_id, livemode: charge.livemode };
  const now = db.clocks.nowOf(scope);
  // Postponed before the query: a failure below must not block the other charges. Only an answer ends the schedule.
  const scheduledAt = retryAt(charge.sync_attempts + 1, now);
  await db.system.sql`
    update charges set sync_attempts = sync_attempts + 1, next_sync_at = ${scheduledAt}
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${charge.id}
      and next_sync_at <= ${now}`;
  if (charge.status === 'SUCCEEDED') return resolveHold(db, app, { charge, scheduledAt });
  const answer = await queryCharge(app.providers.moneyOf(scope), charge, now);
  const { paymentIntent } = await db.transact(scope, (tx) =>
    settleCharge(tx, app, { chargeId: charge.id, paymentIntentId: charge.payment_intent_id, answer }),
  );
  const line = {
    event: 'payment.resolved',
    chargeId: charge.id,
    merchantId: scope.merchantId,
    asked: charge.sync_attempts + 1,
  };
  if (nextSyncAt(charge.sync_attempts + 1, now) === null && answer.kind === 'unknown')
    log.error({ ...line, outcome: 'unknown: asked for the last time' });
  else log.info({ ...line, outcome: answer.kind, status: paymentIntent.status });
}

async function resolveHold(
  db: Database,
  app: App,
  { charge, scheduledAt }: { readonly charge: ChargeRow; readonly scheduledAt: Date },
): Promise<void> {
  const scope = { merchantId: charge.merchant_id, livemode: charge.livemode };
  const chargeId = charge.id;
  const standing = await app.providers.moneyOf(scope).sync({ chargeId, now: db.clocks.nowOf(scope) });
  const { intent } = await db.transact(scope, async (tx) => {
    const payment = await lockPayment(tx, charge.payment_intent_id);
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
  const isReceived = charge.amount_reported === charge.amount; // the merchant has reported all of it as paid
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
