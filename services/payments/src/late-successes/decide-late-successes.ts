import {
  acrossMerchants,
  type Database,
  type DueClocks,
  fragment,
  type JobContext,
  log,
  own,
  Problem,
  type Scope,
  sweep,
  type SystemReader,
  type Tx,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { LateSuccessRow } from '../payment/late-success.entity.ts';
import { lateSuccesses } from '../payment/late-success.table.ts';
import { fallbackOf } from '../payment/payment.ts';
import { nextScheduledAt, retryAt } from '../providers/port/sync-schedule.ts';
import { createRefund, type RefundReservation, submitRefund } from '../refunds/create-refund.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { isRestoreHeld } from '../restores/held-by-restore.ts';

type DueLateSuccess = LateSuccessRow & { readonly provider: string };

const batchSize = 50; // of each provider; the next pass follows at once while there are more

/**
 * Carries out the accounts' policies for late successes, and refunds what a payment did not need. A refund is committed together with the end of the late success,
 * so that it is created once; one that a crash leaves before the provider is called belongs to the janitor of refunds. What
 * cannot be refunded yet, because the funds are not available, is tried again on the schedule of the janitors.
 */
export const decideLateSuccesses = (context: JobContext, app: App): Promise<number> =>
  sweep<DueLateSuccess>(context, {
    failure: { event: 'late_success.undecided', level: levelOf, ids: ({ chargeId }) => ({ chargeId }) },
    due: ({ system }, clocks) => findDueLateSuccesses(system, clocks),
    laneOf: ({ provider }) => provider, // one that does not answer holds up its own late successes alone
    handle: (late, scope, now) => decideLateSuccess(context, app, { late, scope, now }),
  });

/**
 * Late successes that are due: of each provider the first ones, so that none fills the batch of the others. After a restore none of
 * live mode is: it may have been refunded after the backup.
 */
export const findDueLateSuccesses = (
  { sql }: Pick<SystemReader, 'sql'>,
  clocks: DueClocks,
): Promise<DueLateSuccess[]> =>
  sql<DueLateSuccess>`
    select ${lateSuccesses.columns}, provider from (
      select late_successes.*, charges.provider,
        row_number() over (partition by charges.provider order by due_at, charge_id) as place
      from late_successes join charges on charges.id = charge_id
      where ${acrossMerchants} and ${clocks.isDue(fragment`due_at`, fragment`late_successes`)}
        and not (late_successes.livemode and ${isRestoreHeld})) as late_successes
    where place <= ${batchSize}
    order by due_at, charge_id`;

/** After the schedule it is tried daily, and an operator has to look. */
const levelOf = ({ attempts, dueAt }: LateSuccessRow): 'warn' | 'error' =>
  nextScheduledAt(attempts + 1, dueAt) === null ? 'error' : 'warn';

async function decideLateSuccess(
  { db, calls }: Pick<JobContext, 'db' | 'calls'>,
  app: App,
  { late, scope, now }: { readonly late: LateSuccessRow; readonly scope: Scope; readonly now: Date },
): Promise<void> {
  const { chargeId } = late;
  // Postponed before anything else: a failure below must not block the others.
  await db.system.sql`
    update late_successes set ${lateSuccesses.set({ attempts: fragment`attempts + 1`, dueAt: retryAt(late.attempts + 1, now) })}
    where ${own({ scope })} and charge_id = ${chargeId}`;
  const isRefunded =
    late.isSurplus || (await app.accounts.get({ scope, calls: calls.bind(scope) })).lateSuccessPolicy === 'auto_refund';
  const refund = isRefunded ? await refundInFull(db, app, { scope, now, late }) : undefined;
  if (!refund) return db.transact(scope, (tx) => deleteLateSuccess(tx, chargeId), now);

  const answer = await submitRefund({ scope, now }, app, refund);
  await db.transact(scope, (tx) => settleRefund(tx, app, { ...refund, answer, fallbackAt: fallbackOf(refund) }), now);
  log.info({ event: 'late_success.refunded', merchantId: scope.merchantId, chargeId, refundId: refund.refundId });
}

/**
 * @returns undefined when the merchant has refunded it meanwhile, so that nothing is left to refund, or when only the
 * merchant can find out where to send the money of a payment that succeeded late. What a payment did not need is refunded also then.
 */
async function refundInFull(
  db: Database,
  app: App,
  { scope, now, late }: { readonly scope: Scope; readonly now: Date; readonly late: LateSuccessRow },
): Promise<RefundReservation | undefined> {
  const { chargeId } = late;
  const description = late.isSurplus
    ? 'The payment did not need this charge.'
    : 'The payment succeeded after it had failed or expired.';
  const refund = async (tx: Tx): Promise<RefundReservation> => {
    const reservation = await createRefund(tx, app, { chargeId, description, isAutomatic: true });
    await deleteLateSuccess(tx, chargeId);
    return reservation;
  };
  try {
    return await db.transact(scope, refund, now);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'resource_invalid_state') return undefined;
    if (!hasNoEmail(thrown)) throw thrown;
    log.warn({
      event: 'late_success.not_refunded',
      merchantId: scope.merchantId,
      chargeId,
      reason: 'no email address',
    });
    return undefined;
  }
}

/** The buyer has to provide bank details, and there is no address to request them from. */
const hasNoEmail = (thrown: unknown): boolean =>
  thrown instanceof Problem && thrown.code === 'parameter_missing' && thrown.param === 'instructionsEmail';

async function deleteLateSuccess(tx: Tx, chargeId: string): Promise<void> {
  await tx.sql`delete from late_successes where ${own(tx)} and charge_id = ${chargeId}`;
}
