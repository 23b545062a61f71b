import { acrossMerchants, fragment, type JobContext, log, own, type Scope, sweep } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { openConnection } from '../providers/connections/connection-store.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { applyStanding } from './apply-standing.ts';
import { openDisputeDesk } from './dispute-desk.ts';
import type { DisputeNoticeRow } from './dispute-notice.entity.ts';
import { disputeNotices } from './dispute-notice.table.ts';

const batchSize = 50; // the next pass follows at once while there are more

/**
 * Queries providers about the disputes that they have reported a change of, and applies what they answer. A row is deleted
 * with the transaction that applied its answer, unless another report has arrived meanwhile; after a crash in between the
 * provider is queried again, and the same answer changes nothing.
 */
export const resolveDisputes = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<DisputeNoticeRow>(context, {
    failure: {
      event: 'dispute.resolve_failed',
      ids: ({ connectionId, externalDisputeId }) => ({ connectionId, externalDisputeId }),
    },
    due: ({ system }, clocks) => system.sql<DisputeNoticeRow>`
      select ${disputeNotices.columns} from dispute_notices
      where ${acrossMerchants} and ${clocks.isDue(fragment`due_at`, fragment`dispute_notices`)}
      order by due_at limit ${batchSize}`,
    handle: (notice, scope, now) => resolveDispute(app, notice, { scope, now }),
  });

async function resolveDispute(
  app: App,
  notice: DisputeNoticeRow,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<void> {
  const { db } = app;
  const { connectionId, externalDisputeId } = notice;
  const attempts = notice.attempts + 1;
  // Postponed before the query: a failure below must not block the others.
  await db.system.sql`
    update dispute_notices set ${disputeNotices.set({ attempts, dueAt: retryAt(attempts, now) })}
    where ${own({ scope })} and connection_id = ${connectionId} and external_dispute_id = ${externalDisputeId} and reports = ${notice.reports}`;
  const isConnected = (await openConnection(app, scope, connectionId)) !== undefined;
  const desk = isConnected ? await openDisputeDesk(app, scope, notice) : null;
  const standing = desk && (await desk.read(externalDisputeId));
  const status = await db.transact(scope, async (tx) => {
    const settled =
      desk && standing ? await applyStanding(tx, app, { ...standing, connectionId, provider: desk.provider }) : null;
    if (settled === 'not captured') return settled; // queried again, once the answer about the payment is recorded
    await tx.sql`
      delete from dispute_notices
      where ${own(tx)} and connection_id = ${connectionId} and external_dispute_id = ${externalDisputeId} and reports = ${notice.reports}`;
    return settled?.status ?? 'not ours';
  });
  log.info({ event: 'dispute.resolved', merchantId: scope.merchantId, externalDisputeId, attempts, status });
}
