import type { Operations } from '@mizan/contracts';
import { failpoint, type Database, type OperationInput, type Page } from '@mizan/service-kit';
import { decided } from '../intents/ask-provider.ts';
import { settleCharge } from '../intents/settle-charge.ts';
import type { PaymentOutcome } from '../providers/provider-outcome.ts';
import { crashGraceMs } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import { findChallenge, type Challenge } from './find-challenge.ts';
import { goesOn, parkAnswer } from './park-answer.ts';
import { challengePage, missingPage, overPage } from './render-page.ts';

type Completing = OperationInput<Operations['completeSimulator']>;

/**
 * Tells the provider what the buyer did at the simulated bank, records how the payment ended, and sends the buyer back.
 * A second answer changes nothing and is sent back as well.
 */
export async function completeChallenge(
  wiring: Wiring,
  { db }: { readonly db: Database },
  { params, body }: Completing,
): Promise<Page> {
  const challenge = await findChallenge(db, params.chargeId);
  if (!challenge) return missingPage();
  const { charge } = challenge;
  if (challenge.nextAction) {
    const answer = await complete(wiring, db, challenge, body);
    if (body.outcome === 'submit' && answer?.kind === 'requires_action') return challengePage(challenge, true);
  }
  if (charge.return_url === null) return overPage(charge);
  return {
    status: 303,
    headers: { location: charge.return_url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    body: '',
  };
}

async function complete(
  wiring: Wiring,
  db: Database,
  { charge, scope }: Challenge,
  { outcome: result, otp = '' }: Completing['body'],
): Promise<PaymentOutcome | undefined> {
  const provider = wiring.providerOf(scope);
  const now = db.clocks.nowOf(scope);
  if (!provider) throw new Error(`bug: ${charge.id} was made for a mode without a provider`);
  const key = { chargeId: charge.id, paymentIntentId: charge.payment_intent_id };
  if (goesOn(result) && (await db.transact(scope, (tx) => parkAnswer(tx, wiring, key, { result, otp }), now)))
    return undefined;
  // If this process dies below, the janitor asks soon, and not only when the buyer's time is up.
  await db.system.sql`
    update charges set next_sync_at = ${new Date(now.getTime() + crashGraceMs)}
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${charge.id} and status = 'PENDING'`;
  failpoint('pay.before_provider');
  const answer = await provider.completeAction({ chargeId: charge.id, now, answer: { result, otp } });
  failpoint('pay.after_provider');
  const outcome = decided(answer, charge);
  await db.transact(scope, (tx) => settleCharge(tx, wiring, key, outcome), now);
  return outcome;
}
