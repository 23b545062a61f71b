import type { Payout, SimulatePayout } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { toPayoutResource } from '../payouts/payout.resource.ts';
import { lockPayout, settlePayout } from '../payouts/settle-payout.ts';

/** Executes a payout as the operator and the bank would. @throws Problem `resource_missing`; `resource_invalid_state`: it has ended */
export async function simulatePayout(
  tx: Tx,
  { id, outcome }: SimulatePayout & { readonly id: string },
): Promise<Payout> {
  const row = await lockPayout(tx, id);
  const arrivalDate = tx.now.toISOString().slice(0, 10);
  const sent = row.status === 'PENDING' ? await settlePayout(tx, row, { trigger: 'send', arrivalDate }) : row;
  const end =
    outcome === 'pay' ? { trigger: 'pay' as const } : { trigger: 'return' as const, failureCode: 'declined' as const };
  return toPayoutResource(await settlePayout(tx, sent, end));
}
