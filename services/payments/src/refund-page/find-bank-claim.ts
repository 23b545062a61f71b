import { own, type Tx } from '@mizan/service-kit';
import { isOpenDispute } from '../payment/dispute-state.ts';
import { lostInDisputes } from '../payment/lost-in-disputes.ts';
import type { RefundRow } from '../payment/refund.entity.ts';

/** `disputed`: a bank may still return the payment to its payer; `lost`: it has returned all of it. */
export type BankClaim = 'disputed' | 'lost';

/**
 * What keeps the money of a refund from being sent, because the payer has it from the bank or may get it there. Under the
 * lock of the payment it stays true until the transaction ends.
 */
export async function findBankClaim(
  { one }: Pick<Tx, 'one'>,
  { merchantId, livemode, chargeId }: RefundRow,
): Promise<BankClaim | undefined> {
  const scope = { merchantId, livemode };
  const charge = await one<{ amountCaptured: number; isDisputed: boolean }>`
    select amount_captured, exists (
      select from disputes where ${own({ scope }, 'disputes')} and charge_id = charges.id and ${isOpenDispute}) as is_disputed
    from charges where ${own({ scope })} and id = ${chargeId}`;
  if (!charge) return undefined;
  if ((await lostInDisputes({ one, scope }, chargeId)) >= charge.amountCaptured) return 'lost';
  return charge.isDisputed ? 'disputed' : undefined;
}
