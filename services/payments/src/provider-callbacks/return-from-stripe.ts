import { type Database, failpoint, type Page, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { stripeName } from '../providers/stripe/stripe-provider.ts';
import { settleCharge } from '../settle/settle-charge.ts';
import { toPaymentOutcome } from '../settle/settle-declined.ts';

/**
 * The buyer comes back from the bank's page: Stripe is asked how the payment stands, and the buyer is sent on. What the
 * address says beside the charge counts for nothing. Found by its id alone, as the buyer has no key.
 *
 * @throws Problem `resource_missing`: no such charge of Stripe
 */
export async function returnFromStripe(app: App, { db }: { readonly db: Database }, chargeId: string): Promise<Page> {
  const charge = await db.system.one<ChargeRow>`
    select * from charges where id = ${chargeId} and provider = ${stripeName}`;
  if (!charge) throw resourceMissing();
  if (charge.status === 'PENDING') await ask(app, db, charge);
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return charge.return_url === null
    ? { status: 200, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: over }
    : { status: 303, headers: { ...headers, location: charge.return_url }, body: '' };
}

const over = 'You can close this page now.\nيمكنك إغلاق هذه الصفحة الآن.\n';

async function ask(app: App, db: Database, charge: ChargeRow): Promise<void> {
  const scope = { merchantId: charge.merchant_id, livemode: charge.livemode };
  const now = db.clocks.nowOf(scope);
  const provider = app.providerOf(scope);
  if (!provider) throw new Error(`bug: ${charge.id} was made for a mode without a provider`);
  // If this process dies below, or Stripe does not answer, the janitor asks soon, and not only when the time is up.
  await db.system.sql`
    update charges set next_sync_at = least(next_sync_at, ${new Date(now.getTime() + crashGraceMs)})
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${charge.id} and status = 'PENDING'`;
  const answer = await provider.completeAction({ chargeId: charge.id, now, answer: {} });
  failpoint('pay.after_provider');
  // Whoever comes back too early waits on; a payment that is not confirmed yet is the janitor's, after its grace.
  if (answer.kind === 'unknown' || answer.kind === 'requires_action' || answer.kind === 'not_found') return;
  const key = { chargeId: charge.id, paymentIntentId: charge.payment_intent_id };
  await db.transact(scope, (tx) => settleCharge(tx, app, key, toPaymentOutcome(answer, charge)), now);
}
