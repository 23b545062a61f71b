import { acrossMerchants, fragment, type JobContext, log, own, type Scope, sweep } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';
import { nextScheduledAt, retryAt } from '../providers/port/sync-schedule.ts';
import { sendRefund } from './send-refund.ts';
import { type RefundAnswer, refundKeyOf, settleRefund } from './settle-refund.ts';

const batchSize = 50; // the next pass follows at once while there are more

/**
 * The janitor of refunds: queries the provider about refunds that are due, and settles the answers. Due are pending
 * refunds, those that a provider may still report as failed, those that a crash left between two transactions, and those
 * whose buyer did not provide bank details in time.
 */
export const resolveRefunds = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<RefundRow>(context, {
    failure: { event: 'refund.resolve_failed', ids: ({ id }) => ({ refundId: id }) },
    due: ({ system }, clocks) => system.sql<RefundRow>`
      select ${refunds.columns} from refunds
      where ${acrossMerchants} and ${clocks.isDue(fragment`next_sync_at`, fragment`refunds`)}
      order by next_sync_at, id limit ${batchSize}`,
    handle: (refund, scope, now) => resolveRefund(app, refund, { scope, now }),
  });

async function resolveRefund(
  app: App,
  refund: RefundRow,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<boolean> {
  const { db } = app;
  const attempts = refund.syncAttempts + 1;
  // Postponed before the query: a failure below must not block the other refunds. Only an answer ends the schedule.
  const taken = await db.system.one`
    update refunds set ${refunds.set({ syncAttempts: fragment`sync_attempts + 1`, nextSyncAt: retryAt(attempts, now) })}
    where ${own({ scope })} and id = ${refund.id} and next_sync_at = ${refund.nextSyncAt} returning 1`;
  if (!taken) return false; // since it was found due it has ended, or another process has taken it
  const answer = refund.actionExpiresAt
    ? awaitedDetails(refund.actionExpiresAt, now)
    : await queryRefund(app, refund, { scope, now });
  const settled = await db.transact(scope, (tx) => settleRefund(tx, app, { ...refundKeyOf(refund), answer }));
  const outcome = typeof answer === 'string' ? answer : answer?.kind;
  const line = { event: 'refund.resolved', refundId: refund.id, merchantId: scope.merchantId, attempts };
  // Queried daily from here on: the merchant's balance was debited, and an operator has to look.
  if (outcome === 'unknown' && nextScheduledAt(attempts, now) === null)
    log.error({ ...line, outcome: 'unknown: the schedule is used up' });
  else log.info({ ...line, outcome, status: settled.status });
  return true;
}

const awaitedDetails = (expiresAt: Date, now: Date): RefundAnswer => (expiresAt <= now ? 'expired' : null);

/** A refund that never reached the provider is sent now: the merchant's balance is debited for it. */
async function queryRefund(
  app: App,
  { id: refundId, chargeId, amount }: RefundRow,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<RefundAnswer> {
  const standing = await app.providers.moneyOf(scope).syncRefund({ refundId, now });
  if (standing.kind !== 'not_found') return standing;
  return sendRefund(app, { scope, now }, { refundId, chargeId, amount });
}
