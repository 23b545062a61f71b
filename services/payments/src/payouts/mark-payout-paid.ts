import type { OperatorPayout } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { toOperatorPayout } from './payout.resource.ts';
import { lockPayout, settlePayout } from './settle-payout.ts';

/** Records that the bank has executed a payout; a repeat changes nothing. @throws Problem `resource_invalid_state` */
export async function markPayoutPaid(tx: Tx, id: string): Promise<OperatorPayout> {
  const row = await lockPayout(tx, id);
  return toOperatorPayout(row.status === 'PAID' ? row : await settlePayout(tx, row, { trigger: 'pay' }));
}
