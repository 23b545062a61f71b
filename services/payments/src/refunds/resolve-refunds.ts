import { fragment, log, type Database, type JobContext } from '@mizan/service-kit';
import type { Provider } from '../providers/provider.ts';
import { askedAgainAt, nextSyncAt } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import type { RefundRow } from './refund.entity.ts';
import { settleRefund, type RefundAnswer } from './settle-refund.ts';

/** Refunds asked about in one pass; the next pass follows at once while there are more. */
const batchSize = 50;

/**
 * The janitor of refunds: asks the provider about refunds that are due, and records the answers. Due are refunds on
 * their way, those that a provider may still report as failed, those that a crash left between two transactions, and
 * those whose buyer gave no bank details in time.
 *
 * @returns how many refunds were looked at
 */
export async function resolveRefunds(
  wiring: Wiring,
  { db, signal }: Pick<JobContext, 'db' | 'signal'>,
): Promise<number> {
  const due = await db.system.sql<RefundRow>`
    select * from refunds where ${db.clocks.isDue(fragment`next_sync_at`, fragment`refunds`)}
    order by next_sync_at, id limit ${batchSize}`;
  for (const refund of due) {
    if (signal.aborted) break;
    await resolveRefund(wiring, db, refund).catch((err: unknown) =>
      log.error({ event: 'refund.resolve_failed', refundId: refund.id, err }),
    );
  }
  return due.length;
}

async function resolveRefund(wiring: Wiring, db: Database, refund: RefundRow): Promise<void> {
  const scope = { merchantId: refund.merchant_id, livemode: refund.livemode };
  const now = db.clocks.nowOf(scope);
  // Postponed before asking: whatever goes wrong below, this refund does not block the others. Only the answer ends it.
  await db.system.sql`
    update refunds set sync_attempts = sync_attempts + 1, next_sync_at = ${askedAgainAt(refund.sync_attempts + 1, now)}
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${refund.id}
      and next_sync_at <= ${now}`;
  const answer = refund.action_expires_at
    ? waiting(refund.action_expires_at, now)
    : await ask(wiring.providerOf(scope), refund, now);
  const settled = await db.transact(scope, (tx) => settleRefund(tx, wiring, refund, answer));
  const outcome = typeof answer === 'string' ? answer : answer?.kind;
  const asked = refund.sync_attempts + 1;
  const line = { event: 'refund.resolved', refundId: refund.id, merchantId: scope.merchantId, asked };
  // Asked daily from here on: the merchant's balance was debited, and an operator has to look.
  if (outcome === 'unknown' && nextSyncAt(asked, now) === null)
    log.error({ ...line, outcome: 'unknown: the schedule is used up' });
  else log.info({ ...line, outcome, status: settled.status });
}

const waiting = (expiresAt: Date, now: Date): RefundAnswer => (expiresAt <= now ? 'expired' : null);

/** A refund that never reached the provider is sent now: the merchant's balance was debited for it. */
async function ask(provider: Provider | undefined, refund: RefundRow, now: Date): Promise<RefundAnswer> {
  if (!provider) throw new Error(`no provider for ${refund.id} in this mode`);
  const standing = await provider.syncRefund({ refundId: refund.id, now });
  if (standing.kind !== 'not_found') return standing;
  return provider.refund({ refundId: refund.id, chargeId: refund.charge_id, amount: refund.amount, now });
}
