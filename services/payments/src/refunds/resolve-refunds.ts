import { type Database, fragment, type JobContext, log } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import type { Provider } from '../providers/port/provider.ts';
import { nextSyncAt, retryAt } from '../providers/port/sync-schedule.ts';
import { type RefundAnswer, refundKeyOf, settleRefund } from './settle-refund.ts';

/** Refunds of one pass; the next pass follows at once while there are more. */
const batchSize = 50;

/**
 * The janitor of refunds: queries the provider about refunds that are due, and settles the answers. Due are pending
 * refunds, those that a provider may still report as failed, those that a crash left between two transactions, and those
 * whose buyer did not provide bank details in time.
 *
 * @returns how many refunds were due
 */
export async function resolveRefunds({ db, signal }: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> {
  const due = await db.system.sql<RefundRow>`
    select * from refunds where ${db.clocks.hasCome(fragment`next_sync_at`, fragment`refunds`)}
    order by next_sync_at, id limit ${batchSize}`;
  for (const refund of due) {
    if (signal.aborted) break;
    await resolveRefund(db, app, refund).catch((err: unknown) =>
      log.error({ event: 'refund.resolve_failed', refundId: refund.id, err }),
    );
  }
  return due.length;
}

async function resolveRefund(db: Database, app: App, refund: RefundRow): Promise<void> {
  const scope = { merchantId: refund.merchant_id, livemode: refund.livemode };
  const now = db.clocks.nowOf(scope);
  // Postponed before the query: a failure below must not block the other refunds. Only an answer ends the schedule.
  await db.system.sql`
    update refunds set sync_attempts = sync_attempts + 1, next_sync_at = ${retryAt(refund.sync_attempts + 1, now)}
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${refund.id}
      and next_sync_at <= ${now}`;
  const answer = refund.action_expires_at
    ? awaitedDetails(refund.action_expires_at, now)
    : await queryRefund(app.providers.moneyOf(scope), refund, now);
  const settled = await db.transact(scope, (tx) => settleRefund(tx, app, { ...refundKeyOf(refund), answer }));
  const outcome = typeof answer === 'string' ? answer : answer?.kind;
  const asked = refund.sync_attempts + 1;
  const line = { event: 'refund.resolved', refundId: refund.id, merchantId: scope.merchantId, asked };
  // Queried daily from here on: the merchant's balance was debited, and an operator has to look.
  if (outcome === 'unknown' && nextSyncAt(asked, now) === null)
    log.error({ ...line, outcome: 'unknown: the schedule is used up' });
  else log.info({ ...line, outcome, status: settled.status });
}

const awaitedDetails = (expiresAt: Date, now: Date): RefundAnswer => (expiresAt <= now ? 'expired' : null);

/** A refund that never reached the provider is sent now: the merchant's balance is debited for it. */
async function queryRefund(provider: Provider, refund: RefundRow, now: Date): Promise<RefundAnswer> {
  const standing = await provider.syncRefund({ refundId: refund.id, now });
  if (standing.kind !== 'not_found') return standing;
  return provider.refund({ refundId: refund.id, chargeId: refund.charge_id, amount: refund.amount, now });
}
