import type { Dispute } from '@mizan/contracts';
import { acrossMerchants, fragment, type JobContext, log, own, type Scope, sweep, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { isClosed } from '../payment/dispute-state.ts';
import { chargeOf, lockPayment } from '../payment/payment.ts';
import { openConnection } from '../providers/connections/connection-store.ts';
import type { DisputeStanding } from '../providers/port/dispute-standing.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { openDisputeDesk } from './dispute-desk.ts';
import type { DisputeNoticeRow } from './dispute-notice.entity.ts';
import { disputeNotices } from './dispute-notice.table.ts';
import { loadDispute, lockDispute } from './lock-dispute.ts';
import { findReported, newDispute } from './new-dispute.ts';
import { settleDispute } from './settle-dispute.ts';

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
    due: ({ system, clocks }) => system.sql<DisputeNoticeRow>`
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

/** Opens or changes the dispute; null where the charge is none of the account's at this provider. */
async function applyStanding(
  tx: Tx,
  app: App,
  { chargeId, connectionId, provider, ...standing }: DisputeStanding & { connectionId: string; provider: string },
): Promise<Dispute | 'not captured' | null> {
  const { externalDisputeId } = standing;
  if (chargeId === null) return null;
  const charge = await tx.one<{ intentId: string }>`
    select payment_intent_id as intent_id from charges
    where ${own(tx)} and id = ${chargeId} and provider = ${provider}`;
  if (!charge) return null;
  const payment = await lockPayment(tx, charge.intentId);
  if (chargeOf(payment, chargeId).row.amountCaptured === 0) return 'not captured';
  const known = await findReported(tx, { provider, externalDisputeId });
  if (known) return settleDispute(tx, app, { payment, dispute: await loadDispute(tx, known), change: standing });
  const { row } = chargeOf(payment, chargeId);
  const opened = newDispute(row, tx.now, {
    amount: standing.amount ?? row.amountCaptured,
    reason: standing.reason,
    isInquiry: standing.isInquiry,
    evidenceDueBy: standing.evidenceDueBy,
    externalDisputeId,
    connectionId,
  });
  // One that has ended before it was reported is opened and closed: those who count losses wait for the end.
  const status = standing.status && !isClosed(standing.status) ? standing.status : null;
  const dispute = { row: opened, movements: [] };
  const { id } = await settleDispute(tx, app, { payment, dispute, change: { ...standing, status } });
  return settleDispute(tx, app, { ...(await lockDispute(tx, id)), change: standing });
}
