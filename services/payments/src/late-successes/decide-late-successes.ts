import { fragment, log, Problem, type Database, type JobContext, type Scope, type Tx } from '@mizan/service-kit';
import { askedAgainAt, nextSyncAt } from '../providers/sync-schedule.ts';
import { createRefund, type RefundReservation } from '../refunds/create-refund.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { submitRefund } from '../refunds/submit-refund.ts';
import type { Wiring } from '../wiring.ts';
import type { LateSuccessRow } from './late-success.entity.ts';

/** Payments decided in one pass; the next pass follows at once while there are more. */
const batchSize = 50;

/** Notes, with its settlement, that a payment succeeded when it was over. */
export async function noteLateSuccess(tx: Tx, chargeId: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    insert into late_successes (merchant_id, livemode, charge_id, due_at, attempts, created_at)
    values (${merchantId}, ${livemode}, ${chargeId}, ${tx.now}, 0, ${tx.now}) on conflict do nothing`;
}

/**
 * Does with the money of late successes what their accounts want. A refund is committed together with the end of the
 * note, so it is made once; one that a crash leaves before the provider is asked belongs to the janitor of refunds. What
 * cannot be refunded yet, because the funds are not available, is tried again on the schedule of the janitors.
 *
 * @returns how many were looked at
 */
export async function decideLateSuccesses(wiring: Wiring, { db, calls, signal }: JobContext): Promise<number> {
  const due = await db.system.sql<LateSuccessRow>`
    select * from late_successes where ${db.clocks.isDue(fragment`due_at`, fragment`late_successes`)}
    order by due_at, charge_id limit ${batchSize}`;
  for (const late of due) {
    if (signal.aborted) break;
    await decide(wiring, { db, calls }, late).catch((err: unknown) => {
      const isStuck = nextSyncAt(late.attempts + 1, late.due_at) === null; // tried daily from here on: somebody has to look
      log[isStuck ? 'error' : 'warn']({ event: 'late_success.undecided', chargeId: late.charge_id, err });
    });
  }
  return due.length;
}

async function decide(wiring: Wiring, by: Pick<JobContext, 'db' | 'calls'>, late: LateSuccessRow): Promise<void> {
  const { db } = by;
  const scope = { merchantId: late.merchant_id, livemode: late.livemode };
  const now = db.clocks.nowOf(scope);
  // Postponed before anything else: whatever goes wrong below, this one does not block the others.
  await db.system.sql`
    update late_successes set attempts = attempts + 1, due_at = ${askedAgainAt(late.attempts + 1, now)}
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and charge_id = ${late.charge_id}`;
  const { lateSuccessPolicy } = await wiring.accounts.get({ scope, calls: by.calls.bind(scope) });
  const refund =
    lateSuccessPolicy === 'auto_refund' ? await refundAll(wiring, db, scope, now, late.charge_id) : undefined;
  if (!refund) return db.transact(scope, (tx) => forget(tx, late.charge_id), now);

  const { refundId: id, chargeId: charge_id, paymentIntentId: payment_intent_id } = refund;
  const outcome = await submitRefund(wiring, refund, { scope, now });
  await db.transact(scope, (tx) => settleRefund(tx, wiring, { id, charge_id, payment_intent_id }, outcome), now);
  log.info({ event: 'late_success.refunded', merchantId: scope.merchantId, chargeId: charge_id, refundId: id });
}

/** @returns undefined when the merchant has refunded it meanwhile, so that nothing is left to send back */
async function refundAll(
  wiring: Wiring,
  db: Database,
  scope: Scope,
  now: Date,
  chargeId: string,
): Promise<RefundReservation | undefined> {
  try {
    return await db.transact(
      scope,
      async (tx) => {
        const description = 'The payment arrived after it had been given up.';
        const reservation = await createRefund(tx, wiring, { chargeId, description });
        await forget(tx, chargeId);
        return reservation;
      },
      now,
    );
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'resource_invalid_state') return undefined;
    throw thrown;
  }
}

async function forget(tx: Tx, chargeId: string): Promise<void> {
  await tx.sql`
    delete from late_successes
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and charge_id = ${chargeId}`;
}
