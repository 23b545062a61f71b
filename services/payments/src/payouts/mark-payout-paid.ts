import type { OperatorPayout } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { holdsMoney } from '../restores/held-by-restore.ts';
import { toOperatorPayout } from './payout.resource.ts';
import { lockPayout, settlePayout } from './settle-payout.ts';

/**
 * Records that the bank has executed a payout; a repeat changes nothing. While a restore holds the payouts, also one that is PENDING:
 * the backup may not know that it was exported.
 *
 * @throws Problem `resource_invalid_state`
 */
export async function markPayoutPaid(tx: Tx, id: string): Promise<OperatorPayout> {
  const row = await lockPayout(tx, id);
  if (row.status === 'PAID') return toOperatorPayout(row);
  const isFound = row.status === 'PENDING' && (await holdsMoney(tx));
  return toOperatorPayout(await settlePayout(tx, row, { trigger: isFound ? 'find' : 'pay' }));
}
