import { acrossMerchants, fragment, type Fragment, own, Problem, type Tx } from '@mizan/service-kit';
import type { CaptureRow } from '../payment/capture.entity.ts';
import { captures } from '../payment/capture.table.ts';

/**
 * Writes the next capture of a charge, under the lock of its payment, and returns its number, 1 for the first; undefined
 * while another is undecided, for there is one at a time.
 */
export async function insertCapture(
  tx: Tx,
  {
    chargeId,
    amount,
    isFinal,
    status,
    nextSyncAt,
  }: Pick<CaptureRow, 'chargeId' | 'amount' | 'isFinal' | 'status' | 'nextSyncAt'>,
): Promise<number | undefined> {
  const { merchantId, livemode } = tx.scope;
  const made = await tx.one<{ n: number }>`
    ${captures.into('merchantId', 'livemode', 'chargeId', 'n', 'amount', 'isFinal', 'status', 'nextSyncAt', 'syncAttempts', 'createdAt')}
    select ${merchantId}, ${livemode}, ${chargeId}, count(*) + 1, ${amount}, ${isFinal}, ${status}, ${nextSyncAt}, 0, ${tx.now}
    from captures where ${own(tx)} and charge_id = ${chargeId}
    having count(*) filter (where status = 'PENDING') = 0
    returning n`;
  return made?.n;
}

/** The number of the next capture of a charge, under the lock of its payment. */
export async function nextCaptureNumber(tx: Tx, chargeId: string): Promise<number> {
  const row = await tx.one<{ made: number }>`
    select count(*)::int as made from captures where ${own(tx)} and charge_id = ${chargeId}`;
  return (row?.made ?? 0) + 1;
}

/** Whether any capture of a charge is undecided, under the lock of its payment. */
export async function hasPendingCapture(tx: Tx, chargeId: string): Promise<boolean> {
  const found = await tx.one`
    select 1 from captures
    where ${own(tx)} and charge_id = ${chargeId} and status = 'PENDING'`;
  return found !== undefined;
}

/**
 * A condition: a partial capture of the intent in `payment_intents` is undecided, and may have brought money although the
 * provider releases the rest. After a final capture the provider itself refuses to release anything.
 */
export const pendingPartialCapture: Fragment = fragment`exists (
  select 1 from captures join charges on charges.id = captures.charge_id
  where ${acrossMerchants} and charges.merchant_id = payment_intents.merchant_id and charges.livemode = payment_intents.livemode
    and charges.payment_intent_id = payment_intents.id and captures.status = 'PENDING' and not captures.is_final)`;

/** Whether a partial capture of the payment is undecided, under the payment's lock. */
export async function hasPendingPartialCapture(tx: Tx, paymentIntentId: string): Promise<boolean> {
  const found = await tx.one`
    select 1 from payment_intents
    where ${own(tx)} and id = ${paymentIntentId} and ${pendingPartialCapture}`;
  return found !== undefined;
}

/** Money that a capture may have brought must not be reported as released. @throws Problem `payment_still_confirming` */
export async function assertNoPendingPartialCapture(tx: Tx, paymentIntentId: string): Promise<void> {
  if (await hasPendingPartialCapture(tx, paymentIntentId))
    throw new Problem('payment_still_confirming', 'A capture of this payment is in progress. Try again shortly.');
}
