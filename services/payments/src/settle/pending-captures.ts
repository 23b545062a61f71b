import { type Fragment, fragment, Problem, type Tx } from '@mizan/service-kit';
import type { CaptureRow } from '../payment/capture.entity.ts';

/**
 * A condition: a capture of a part of the intent in `payment_intents` is on its way, and may have brought money although
 * the provider gives up what is left. Asked to give up what a final capture took, a provider says that it is taken.
 */
export const pendingPartialCapture: Fragment = fragment`exists (
  select 1 from captures join charges on charges.id = captures.charge_id
  where charges.merchant_id = payment_intents.merchant_id and charges.livemode = payment_intents.livemode
    and charges.payment_intent_id = payment_intents.id and captures.status = 'PENDING' and not captures.is_final)`;

/** Whether any capture of a charge is undecided, under the lock of its payment. */
export async function hasPendingCapture(tx: Tx, chargeId: string): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const found = await tx.one`
    select 1 from captures
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${chargeId} and status = 'PENDING'`;
  return found !== undefined;
}

/** Whether a part of the payment is being captured, under the payment's lock. */
export async function hasPendingPartialCapture(tx: Tx, paymentIntentId: string): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const found = await tx.one`
    select 1 from payment_intents
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${paymentIntentId} and ${pendingPartialCapture}`;
  return found !== undefined;
}

/**
 * Money that a capture may have brought already is not said to be given back.
 *
 * @throws Problem `payment_still_confirming`
 */
export async function assertNoPendingPartialCapture(tx: Tx, paymentIntentId: string): Promise<void> {
  if (await hasPendingPartialCapture(tx, paymentIntentId))
    throw new Problem('payment_still_confirming', 'A capture is under way; its outcome is not known yet.');
}

/**
 * Writes the next capture of a charge, under the lock of its payment. One at a time: while one is undecided there is no
 * next.
 *
 * @returns its number, 1 for the first; undefined when another is undecided
 */
export async function insertCapture(
  tx: Tx,
  { charge_id, amount, is_final, status, next_sync_at }: Omit<CaptureRow, CountedColumns>,
): Promise<number | undefined> {
  const { merchantId, livemode } = tx.scope;
  const made = await tx.one<{ n: number }>`
    insert into captures
      (charge_id, n, merchant_id, livemode, amount, is_final, status, next_sync_at, sync_attempts, created_at)
    select ${charge_id}, count(*) + 1, ${merchantId}, ${livemode}, ${amount}, ${is_final}, ${status}, ${next_sync_at},
      0, ${tx.now}
    from captures where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${charge_id}
    having count(*) filter (where status = 'PENDING') = 0
    returning n`;
  return made?.n;
}

type CountedColumns = 'n' | 'merchant_id' | 'livemode' | 'sync_attempts' | 'created_at';
