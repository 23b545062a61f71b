import { type Database, fragment, type JobContext, log } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { lockPayment } from '../payment/payment.ts';
import type { FailureReason } from '../providers/port/describe-failure.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import type { ChargeRequest, Provider } from '../providers/port/provider.ts';
import { nextSyncAt, retryAt } from '../providers/port/sync-schedule.ts';
import { settleCharge } from './settle-charge.ts';
import { failedUnsent, toPaymentOutcome } from './settle-declined.ts';
import { settleHold } from './settle-hold.ts';

/** Charges asked about in one pass; the next pass follows at once while there are more. */
const batchSize = 50;

/**
 * The janitor of payments: asks the provider about charges that are due, and records the answers. Due are outcomes that
 * got lost or come later, actions whose time has passed, charges that a crash left between two transactions, and
 * authorised ones with which something happened at the provider itself.
 *
 * @returns how many charges were asked about
 */
export async function resolveCharges(app: App, { db, signal }: Pick<JobContext, 'db' | 'signal'>): Promise<number> {
  const due = await db.system.sql<ChargeRow>`
    select * from charges where ${db.clocks.hasCome(fragment`next_sync_at`, fragment`charges`)}
    order by next_sync_at, id limit ${batchSize}`;
  for (const charge of due) {
    if (signal.aborted) break;
    await resolveCharge(app, db, charge).catch((err: unknown) =>
      log.error({ event: 'payment.resolve_failed', chargeId: charge.id, err }),
    );
  }
  return due.length;
}

async function resolveCharge(app: App, db: Database, charge: ChargeRow): Promise<void> {
  const scope = { merchantId: charge.merchant_id, livemode: charge.livemode };
  const now = db.clocks.nowOf(scope);
  // Postponed before asking: whatever goes wrong below, this charge does not block the others. Only the answer ends it.
  const scheduled = retryAt(charge.sync_attempts + 1, now);
  await db.system.sql`
    update charges set sync_attempts = sync_attempts + 1, next_sync_at = ${scheduled}
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${charge.id}
      and next_sync_at <= ${now}`;
  const provider = app.providerOf(scope);
  if (!provider) throw new Error(`no provider for ${charge.provider} in this mode`);
  if (charge.status === 'SUCCEEDED') return resolveHold(app, db, provider, charge, scheduled);
  const answer = await queryCharge(provider, charge, now);
  const { paymentIntent } = await db.transact(scope, (tx) =>
    settleCharge(tx, app, { chargeId: charge.id, paymentIntentId: charge.payment_intent_id }, answer),
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
  app: App,
  db: Database,
  provider: Provider,
  charge: ChargeRow,
  scheduled: Date,
): Promise<void> {
  const scope = { merchantId: charge.merchant_id, livemode: charge.livemode };
  const standing = await provider.sync({ chargeId: charge.id, now: db.clocks.nowOf(scope) });
  const { intent } = await db.transact(scope, async (tx) =>
    settleHold(tx, app, await lockPayment(tx, charge.payment_intent_id), charge.id, standing, scheduled),
  );
  const line = { event: 'payment.hold_resolved', chargeId: charge.id, merchantId: scope.merchantId };
  log.info({ ...line, outcome: standing.kind, status: intent.status });
}

/**
 * Asks how an undecided charge stands, and ends it where nothing will come of it any more: a payment that never reached
 * the provider, or whose buyer has run out of time. Only what the provider agrees to give up is reported as failed.
 */
export async function queryCharge(provider: Provider, charge: ChargeRow, now: Date): Promise<PaymentOutcome> {
  const request = { chargeId: charge.id, now };
  const isReceived = charge.amount_reported === charge.amount; // by the merchant, which said so
  const standing = isReceived
    ? await provider.completeAction({ ...request, answer: { result: 'paid' } })
    : await provider.sync(request);
  if (standing.kind === 'not_found') return cancelUnfinished(provider, charge, request, 'provider_timeout');
  if (standing.kind === 'requires_action' && standing.expiresAt <= now)
    return cancelUnfinished(provider, charge, request, standing.voucher ? 'voucher_expired' : 'customer_abandoned');
  return toPaymentOutcome(standing, charge);
}

async function cancelUnfinished(
  provider: Provider,
  charge: ChargeRow,
  request: ChargeRequest,
  reason: FailureReason,
): Promise<PaymentOutcome> {
  const canceled = await provider.cancel(request);
  if (canceled.kind === 'canceled') return failedUnsent(charge, reason);
  return canceled.kind === 'unknown' ? canceled : toPaymentOutcome(await provider.sync(request), charge);
}
