import type { Refund } from '@mizan/contracts';
import { Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { lockRefund } from './lock-refundable-charge.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Withdraws a refund whose buyer has not said yet where the money shall go: the merchant has it again.
 *
 * @throws Problem `resource_missing`: no such refund for this merchant and mode
 * @throws Problem `resource_invalid_state`: it is on its way, or over
 */
export async function cancelRefund(tx: Tx, app: App, id: string): Promise<Refund> {
  const refund = await lockRefund(tx, id);
  if (refund.status !== 'REQUIRES_ACTION')
    throw new Problem('resource_invalid_state', 'Only a refund that waits for the buyer can be canceled.');
  return settleRefund(tx, app, refund, 'canceled');
}
