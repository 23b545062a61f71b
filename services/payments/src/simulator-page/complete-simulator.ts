import type { Operations } from '@mizan/contracts';
import {
  type Database,
  failpoint,
  formerAttributes,
  type OperationInput,
  type Page,
  type Tx,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, lockPayment } from '../payment/payment.ts';
import { updateCharge, updateIntent } from '../payment/write-payment.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { type ChargeKey, settleCharge } from '../settle/settle-charge.ts';
import { toPaymentOutcome } from '../settle/settle-declined.ts';
import { type Challenge, findChallenge } from './find-challenge.ts';
import { challengePage, donePage, missingPage } from './render-page.ts';

type CompleteInput = OperationInput<Operations['completeSimulator']>;

/**
 * Tells the provider what the buyer did at the simulated bank, records how the payment ended, and sends the buyer back.
 * A second answer changes nothing and is sent back as well.
 */
export async function completeSimulator(
  app: App,
  { db }: { readonly db: Database },
  { params, body }: CompleteInput,
): Promise<Page> {
  const challenge = await findChallenge(db, params.chargeId);
  if (!challenge) return missingPage();
  const { charge } = challenge;
  if (challenge.nextAction) {
    const answer = await submitAnswer(app, db, challenge, body);
    if (body.outcome === 'submit' && answer?.kind === 'requires_action') return challengePage(challenge, true);
  }
  if (charge.return_url === null) return donePage(charge);
  return {
    status: 303,
    headers: { location: charge.return_url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    body: '',
  };
}

async function submitAnswer(
  app: App,
  db: Database,
  { charge, scope }: Challenge,
  { outcome: result, otp = '' }: CompleteInput['body'],
): Promise<PaymentOutcome | undefined> {
  const provider = app.providerOf(scope);
  const now = db.clocks.nowOf(scope);
  if (!provider) throw new Error(`bug: ${charge.id} was made for a mode without a provider`);
  const key = { chargeId: charge.id, paymentIntentId: charge.payment_intent_id };
  if (
    continuesPayment(result) &&
    (await db.transact(scope, (tx) => keepAnswerForServer(tx, app, key, { result, otp }), now))
  )
    return undefined;
  // If this process dies below, the janitor asks soon, and not only when the buyer's time is up.
  await db.system.sql`
    update charges set next_sync_at = ${new Date(now.getTime() + crashGraceMs)}
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${charge.id} and status = 'PENDING'`;
  failpoint('pay.before_provider');
  const answer = await provider.completeAction({ chargeId: charge.id, now, answer: { result, otp } });
  failpoint('pay.after_provider');
  const outcome = toPaymentOutcome(answer, charge);
  await db.transact(scope, (tx) => settleCharge(tx, app, key, outcome), now);
  return outcome;
}

/** Answers of a buyer that let the payment go on; the others end the attempt, whoever confirms. */
export const continuesPayment = (outcome: string): boolean => ['authenticate', 'submit', 'paid'].includes(outcome);

/**
 * Keeps what the buyer did until the merchant's server confirms again: the payment then goes on where the buyer left it.
 *
 * @returns false when the payment is confirmed automatically, or waits for no buyer any more
 */
export async function keepAnswerForServer(
  tx: Tx,
  app: App,
  { chargeId, paymentIntentId }: ChargeKey,
  answer: Record<string, string>,
): Promise<boolean> {
  const payment = await lockPayment(tx, paymentIntentId);
  const { row } = chargeOf(payment, chargeId);
  const moved = transition(payment.intent.status, 'awaitServer');
  if (payment.intent.confirmation_method !== 'manual' || row.status !== 'PENDING' || 'refusal' in moved) return false;
  const intent = {
    ...payment.intent,
    status: moved.to,
    version: payment.intent.version + 1,
    next_action: null,
    updated_at: tx.now,
  };
  await tx.sql`
    with charge as (${updateCharge({ ...row, action_answer: answer, updated_at: tx.now })}) ${updateIntent(intent)}`;
  const render = (each: typeof intent) => toPaymentIntentResource(each, payment.charges, app.clientSecretOf);
  const object = render(intent);
  const previousAttributes = formerAttributes(
    toPaymentIntentResource(payment.intent, payment.charges, app.clientSecretOf),
    object,
  );
  tx.emit('payment_intent.updated', { object, version: intent.version, previousAttributes });
  return true;
}
