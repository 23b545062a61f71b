import type { Operations } from '@mizan/contracts';
import {
  type Database,
  failpoint,
  formerAttributes,
  type OperationInput,
  own,
  type Page,
  type Tx,
  seeOther,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { charges } from '../payment/charge.table.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, fallbackTime, lockPayment, updateCharge, updateIntent } from '../payment/payment.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { type ChargeKey, settleCharge } from '../settle/settle-charge.ts';
import { toPaymentOutcome } from '../settle/settle-declined.ts';
import { type Challenge, findChallenge } from './find-challenge.ts';
import { challengePage, donePage, missingPage } from './render-page.ts';

type CompleteInput = OperationInput<Operations['completeSimulator']>;

/**
 * Passes the buyer's action on the simulated page to the provider, records the outcome, and redirects the buyer to the
 * merchant. A second answer changes nothing and is redirected as well.
 */
export async function completeSimulator(
  { db }: { readonly db: Database },
  app: App,
  { params, body }: CompleteInput,
): Promise<Page> {
  const challenge = await findChallenge(db, params.chargeId);
  if (!challenge) return missingPage();
  const { charge } = challenge;
  if (challenge.nextAction) {
    const answer = await submitAnswer(db, app, { ...challenge, body });
    if (body.outcome === 'submit' && answer?.kind === 'requires_action') return challengePage(challenge, true);
  }
  return charge.returnUrl === null ? donePage(charge) : seeOther(charge.returnUrl);
}

async function submitAnswer(
  db: Database,
  app: App,
  { charge, scope, body }: Challenge & { readonly body: CompleteInput['body'] },
): Promise<PaymentOutcome | undefined> {
  const { outcome: result, otp = '' } = body;
  const now = db.clocks.nowOf(scope);
  const key = { chargeId: charge.id, paymentIntentId: charge.paymentIntentId };
  const action = { result, otp };
  if (continuesPayment(result) && (await db.transact(scope, (tx) => keepAnswer(tx, app, { ...key, action }), now)))
    return undefined;
  // If this process dies below, the janitor queries the provider soon, not at the end of the buyer's time.
  const fallbackAt = new Date(now.getTime() + crashGraceMs);
  await db.system.sql`
    update charges set ${charges.set({ nextSyncAt: fallbackTime(fallbackAt) })}
    where ${own({ scope })} and id = ${charge.id} and status = 'PENDING'`;
  failpoint('pay.before_provider');
  const answer = await app.providers.moneyOf(scope).completeAction({ chargeId: charge.id, now, answer: action });
  failpoint('pay.after_provider');
  const outcome = toPaymentOutcome(answer, charge);
  await db.transact(scope, (tx) => settleCharge(tx, app, { ...key, answer: outcome, fallbackAt }));
  return outcome;
}

/** Actions that let the payment continue; the others end the attempt in any confirmation method. */
const continuesPayment = (outcome: string): boolean => ['authenticate', 'submit', 'paid'].includes(outcome);

/** Stores the buyer's action until the server confirms again; false when the payment does not wait for both. */
async function keepAnswer(
  tx: Tx,
  app: App,
  { chargeId, paymentIntentId, action }: ChargeKey & { readonly action: Record<string, string> },
): Promise<boolean> {
  const payment = await lockPayment(tx, paymentIntentId);
  const { row } = chargeOf(payment, chargeId);
  const moved = transition(payment.intent.status, 'awaitServer');
  if (payment.intent.confirmationMethod !== 'manual' || row.status !== 'PENDING' || 'refusal' in moved) return false;
  const intent = {
    ...payment.intent,
    status: moved.to,
    version: payment.intent.version + 1,
    nextAction: null,
    updatedAt: tx.now,
  };
  await tx.sql`
    with charge as (${updateCharge({ ...row, actionAnswer: action, updatedAt: tx.now })}) ${updateIntent(intent)}`;
  const object = toPaymentIntentResource({ ...payment, intent }, app);
  const previousAttributes = formerAttributes(toPaymentIntentResource(payment, app), object);
  tx.emit('payment_intent.updated', { object, version: intent.version, previousAttributes });
  return true;
}
