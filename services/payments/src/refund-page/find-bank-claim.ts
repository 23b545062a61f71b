import { own, type Tx } from '@mizan/service-kit';
import { isOpenDispute } from '../payment/dispute-state.ts';
import type { RefundRow } from '../payment/refund.entity.ts';

/** `disputed`: a bank may still return the payment to its payer; `lost`: it has returned all of it. */
export type BankClaim = 'disputed' | 'lost';

/**
 * What keeps the money of a refund from being sent, because the payer has it from the bank or may get it there. Under the
 * lock of the payment it stays true until the transaction ends.
 */
export async function findBankClaim(
  reader: Pick<Tx, 'one'>,
  { merchantId, livemode, chargeId }: RefundRow,
): Promise<BankClaim | undefined> {
  const scope = { merchantId, livemode };
  const found = await reader.one<{ isOpen: boolean; isLost: boolean }>`
    select coalesce(bool_or(${isOpenDispute}), false) as is_open,
      coalesce(sum(amount) filter (where status = 'LOST'), 0)
        >= (select amount_captured from charges where ${own({ scope })} and id = ${chargeId}) as is_lost
    from disputes where ${own({ scope })} and charge_id = ${chargeId}`;
  if (found?.isLost) return 'lost';
  return found?.isOpen ? 'disputed' : undefined;
}
