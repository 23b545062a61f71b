import { acrossMerchants, fragment, type JobContext, log, own, type Scope, sweep } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';
import type { Unknown } from '../providers/port/provider-outcome.ts';
import { nextScheduledAt, retryAt } from '../providers/port/sync-schedule.ts';
import { isOver } from './refund-settlement.ts';
import { sendRefund } from './send-refund.ts';
import { type RefundAnswer, refundKeyOf, settleRefund } from './settle-refund.ts';

const batchSize = 50; // of each provider; the next pass follows at once while there are more

type DueRefund = RefundRow & { readonly provider: string };

/**
 * The janitor of refunds: queries the provider about refunds that are due, and settles the answers. Due are pending
 * refunds, those that a provider may still report as failed, those that a crash left between two transactions, and those
 * whose buyer did not provide bank details in time.
 */
export const resolveRefunds = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<DueRefund>(context, {
    failure: { event: 'refund.resolve_failed', ids: ({ id }) => ({ refundId: id }) },
    due: ({ system }, clocks) => system.sql<DueRefund>`
      select ${refunds.columns}, charges.provider from refunds join charges on charges.id = refunds.charge_id
      where ${acrossMerchants} and refunds.id in (
        select id from (
          select refunds.id,
            row_number() over (partition by charges.provider order by refunds.next_sync_at, refunds.id) as place
          from refunds join charges on charges.id = refunds.charge_id
          where ${clocks.isDue(fragment`refunds.next_sync_at`, fragment`refunds`)}) as due
        where place <= ${batchSize})
      order by refunds.next_sync_at, refunds.id`,
    laneOf: ({ provider }) => provider, // one that does not answer holds up its own refunds alone
    handle: (refund, scope, now) => resolveRefund(app, refund, { scope, now }),
  });

async function resolveRefund(
  app: App,
  refund: RefundRow,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<boolean> {
  const { db } = app;
  const attempts = refund.syncAttempts + 1;
  const fallbackAt = retryAt(attempts, now);
  // Postponed before the query: a failure below must not block the other refunds. Only an answer ends the schedule.
  const taken = await db.system.one`
    update refunds set ${refunds.set({ syncAttempts: fragment`sync_attempts + 1`, nextSyncAt: fallbackAt })}
    where ${own({ scope })} and id = ${refund.id} and next_sync_at = ${refund.nextSyncAt} returning 1`;
  if (!taken) return false; // since it was found due it has ended, or another process has taken it
  const answer = refund.actionExpiresAt
    ? awaitedDetails(refund.actionExpiresAt, now)
    : await queryRefund(app, refund, { scope, now });
  const settled = await db.transact(scope, (tx) =>
    settleRefund(tx, app, { ...refundKeyOf(refund), answer, fallbackAt }),
  );
  const outcome = typeof answer === 'string' ? answer : answer?.kind;
  const err = isUnknown(answer) ? answer.cause : undefined;
  const line = { event: 'refund.resolved', refundId: refund.id, merchantId: scope.merchantId, attempts, err };
  if (isUnknown(answer) && isUsedUp(refund, { attempts, now }))
    log.error({ ...line, outcome: 'unknown: the schedule is used up' });
  else log.info({ ...line, outcome, status: settled.status });
  return true;
}

const isUnknown = (answer: RefundAnswer): answer is Unknown =>
  answer !== null && typeof answer === 'object' && answer.kind === 'unknown';

/**
 * Whether an operator has to look. A pending refund is queried daily from here on: the merchant's balance was debited. One that
 * has succeeded is not queried again.
 */
const isUsedUp = (refund: RefundRow, { attempts, now }: { readonly attempts: number; readonly now: Date }): boolean =>
  refund.status === 'SUCCEEDED'
    ? isOver({ ...refund, syncAttempts: attempts }, now)
    : nextScheduledAt(attempts, now) === null;

const unknown = (cause: unknown): Unknown => ({ kind: 'unknown', cause });

const awaitedDetails = (expiresAt: Date, now: Date): RefundAnswer => (expiresAt <= now ? 'expired' : null);

/**
 * A refund that never reached the provider is sent now: the merchant's balance is debited for it. One that has succeeded is
 * never sent again, and has no answer while its account is not connected any more.
 */
async function queryRefund(
  app: App,
  { id: refundId, chargeId, amount, status }: RefundRow,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<RefundAnswer> {
  const standing = await app.providers.moneyOf(scope).syncRefund({ refundId, now });
  if (standing.kind !== 'not_found') return standing;
  if (status === 'SUCCEEDED') return unknown(new Error('the provider does not know a refund that it has made'));
  return sendRefund(app, { scope, now }, { refundId, chargeId, amount });
}
