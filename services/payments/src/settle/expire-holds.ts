import { acrossMerchants, type DueClocks, fragment, type JobContext, log, sweep, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { paymentIntents } from '../payment/payment-intent.table.ts';
import { approvedChargeOf, loadPayment, lockPayment } from '../payment/payment.ts';
import { releaseCharge, type ReleaseOutcome } from './cancel-payment.ts';
import { hasPendingPartialCapture, pendingPartialCapture } from './pending-captures.ts';
import { closeHold } from './settle-hold.ts';
import { queryAgain } from './settlement.ts';

const batchSize = 50;

/**
 * Releases authorizations that were not captured in time: at the provider first. A payment that was captured in part has
 * succeeded with that part.
 */
export async function expireHolds(context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> {
  let expired = 0;
  for (const clocks of context.db.clocks.parts()) expired += await expireHoldsOf(clocks, context, app);
  return expired;
}

async function expireHoldsOf(clocks: DueClocks, context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> {
  let expired = 0;
  let cursor: { readonly lastId: string; readonly hasMore: boolean } = { lastId: '', hasMore: true };
  // One pass tries each of them once: a provider that does not answer for some must not delay the others.
  while (cursor.hasMore && !context.signal.aborted)
    expired += await sweep<PaymentIntentRow>(context, {
      failure: { event: 'payment.expire_failed', ids: ({ id }) => ({ paymentIntentId: id }) },
      find: async ({ system }) => {
        const due = await system.sql<PaymentIntentRow>`
          select ${paymentIntents.columns} from payment_intents
          where ${acrossMerchants} and amount_capturable > 0 and not ${pendingPartialCapture} and not ${isLeftToJanitor}
            and id > ${cursor.lastId} and ${clocks.isDue(fragment`capture_before`, fragment`payment_intents`)}
          order by id limit ${batchSize}`;
        cursor = { lastId: due.at(-1)?.id ?? '', hasMore: due.length === batchSize };
        return due;
      },
      handle: (intent) => expireHold(app, intent),
    });
  return expired;
}

/** A condition: the janitor of charges will query the provider about the hold of the intent in `payment_intents`. */
const isLeftToJanitor = fragment`exists (
  select 1 from charges
  where ${acrossMerchants} and charges.merchant_id = payment_intents.merchant_id and charges.livemode = payment_intents.livemode
    and charges.payment_intent_id = payment_intents.id and charges.status = 'SUCCEEDED' and not charges.is_surplus
    and charges.next_sync_at is not null)`;

/**
 * Releases the authorization of one payment, whose time is over, and returns whether it did. A hold that the provider does
 * not release, because it was captured there or its state is unknown, is left to the janitor of charges.
 */
export async function expireHold(app: App, intent: PaymentIntentRow): Promise<boolean> {
  const { db } = app;
  const scope = { merchantId: intent.merchantId, livemode: intent.livemode };
  const now = db.clocks.nowOf(scope);
  const held = approvedChargeOf(await loadPayment(db.reader(scope, now), intent));
  if (!held) return false; // released since it was found due
  const chargeId = held.row.id;
  const outcome = await releaseCharge({ scope, now, attempts: held.row.syncAttempts }, app, chargeId);
  return db.transact(scope, (tx) => settleExpiry(tx, app, { intentId: intent.id, chargeId, outcome }));
}

/** The hold is not released before a capture that is in progress is decided. */
async function settleExpiry(
  tx: Tx,
  app: App,
  { intentId, chargeId, outcome }: { intentId: string; chargeId: string; outcome: ReleaseOutcome },
): Promise<boolean> {
  const payment = await lockPayment(tx, intentId);
  if (payment.intent.amountCapturable === 0) return false;
  if (outcome.kind !== 'canceled') {
    log.warn({ event: 'payment.hold_not_released', paymentIntentId: intentId, chargeId, outcome: outcome.kind });
    // What is unknown is queried at the time that the release left.
    if (outcome.kind === 'already_captured') await queryAgain(tx, chargeId);
    return false;
  }
  if (await hasPendingPartialCapture(tx, intentId)) return false;
  await closeHold(tx, app, { payment, chargeId, reason: 'EXPIRED', fallbackAt: outcome.fallbackAt });
  return true;
}
