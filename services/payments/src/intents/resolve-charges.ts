import { fragment, log, type Database, type JobContext } from '@mizan/service-kit';
import type { ChargeRow } from '../charges/charge.entity.ts';
import type { Provider } from '../providers/provider.ts';
import { askedAgainAt, nextSyncAt } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import { askProvider } from './ask-provider.ts';
import { lockPayment } from './payment.ts';
import { settleCharge } from './settle-charge.ts';
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
export async function resolveCharges(
  wiring: Wiring,
  { db, signal }: Pick<JobContext, 'db' | 'signal'>,
): Promise<number> {
  const due = await db.system.sql<ChargeRow>`
    select * from charges where ${db.clocks.isDue(fragment`next_sync_at`, fragment`charges`)}
    order by next_sync_at, id limit ${batchSize}`;
  for (const charge of due) {
    if (signal.aborted) break;
    await resolveCharge(wiring, db, charge).catch((err: unknown) =>
      log.error({ event: 'payment.resolve_failed', chargeId: charge.id, err }),
    );
  }
  return due.length;
}

async function resolveCharge(wiring: Wiring, db: Database, charge: ChargeRow): Promise<void> {
  const scope = { merchantId: charge.merchant_id, livemode: charge.livemode };
  const now = db.clocks.nowOf(scope);
  // Postponed before asking: whatever goes wrong below, this charge does not block the others. Only the answer ends it.
  const scheduled = askedAgainAt(charge.sync_attempts + 1, now);
  await db.system.sql`
    update charges set sync_attempts = sync_attempts + 1, next_sync_at = ${scheduled}
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${charge.id}
      and next_sync_at <= ${now}`;
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Error(`no provider for ${charge.provider} in this mode`);
  if (charge.status === 'SUCCEEDED') return resolveHold(wiring, db, provider, charge, scheduled);
  const answer = await askProvider(provider, charge, now);
  const { paymentIntent } = await db.transact(scope, (tx) =>
    settleCharge(tx, wiring, { chargeId: charge.id, paymentIntentId: charge.payment_intent_id }, answer),
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
  wiring: Wiring,
  db: Database,
  provider: Provider,
  charge: ChargeRow,
  scheduled: Date,
): Promise<void> {
  const scope = { merchantId: charge.merchant_id, livemode: charge.livemode };
  const standing = await provider.sync({ chargeId: charge.id, now: db.clocks.nowOf(scope) });
  const { intent } = await db.transact(scope, async (tx) =>
    settleHold(tx, wiring, await lockPayment(tx, charge.payment_intent_id), charge.id, standing, scheduled),
  );
  const line = { event: 'payment.hold_resolved', chargeId: charge.id, merchantId: scope.merchantId };
  log.info({ ...line, outcome: standing.kind, status: intent.status });
}
