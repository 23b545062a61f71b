import type { FailPayout, OperatorPayout } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { toOperatorPayout } from './payout.resource.ts';
import { lockPayout, settlePayout } from './settle-payout.ts';

/**
 * Records that the bank has not executed a payout, or has returned its money after that; a repeat changes nothing.
 *
 * @throws Problem `resource_invalid_state`
 */
export async function failPayout(
  tx: Tx,
  { id, failureCode, returned }: FailPayout & { readonly id: string },
): Promise<OperatorPayout> {
  const row = await lockPayout(tx, id);
  if (row.status === 'FAILED' && row.failureCode === failureCode) return toOperatorPayout(row);
  return toOperatorPayout(await settlePayout(tx, row, { trigger: returned ? 'return' : 'fail', failureCode }));
}
