import { fragment, Problem, type Fragment, type Tx } from '@mizan/service-kit';

/**
 * A condition: a capture of a part of the intent in `payment_intents` is on its way, and may have brought money although
 * the provider gives up what is left. Asked to give up what a final capture took, a provider says that it is taken.
 */
export const partIsBeingCaptured: Fragment = fragment`exists (
  select 1 from captures join charges on charges.id = captures.charge_id
  where charges.merchant_id = payment_intents.merchant_id and charges.livemode = payment_intents.livemode
    and charges.payment_intent_id = payment_intents.id and captures.status = 'PENDING' and not captures.is_final)`;

/** Whether any capture of a charge is undecided, under the lock of its payment. */
export async function isBeingCaptured(tx: Tx, chargeId: string): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const found = await tx.one`
    select 1 from captures
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${chargeId} and status = 'PENDING'`;
  return found !== undefined;
}

/** Whether a part of the payment is being captured, under the payment's lock. */
export async function isPartBeingCaptured(tx: Tx, paymentIntentId: string): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const found = await tx.one`
    select 1 from payment_intents
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${paymentIntentId} and ${partIsBeingCaptured}`;
  return found !== undefined;
}

/**
 * Money that a capture may have brought already is not said to be given back.
 *
 * @throws Problem `payment_still_confirming`
 */
export async function assertNoPartIsBeingCaptured(tx: Tx, paymentIntentId: string): Promise<void> {
  if (await isPartBeingCaptured(tx, paymentIntentId))
    throw new Problem('payment_still_confirming', 'A capture is under way; its outcome is not known yet.');
}
