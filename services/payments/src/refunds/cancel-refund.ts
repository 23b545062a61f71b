import type { Refund } from '@mizan/contracts';
import { Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { lockRefund } from './lock-refundable-charge.ts';
import { refundKeyOf, settleRefund } from './settle-refund.ts';

/**
 * Cancels a refund whose buyer has not provided bank details yet: the money is credited to the merchant.
 *
 * @throws Problem `resource_missing`; `resource_invalid_state`: it was sent, or has ended, or it returns money that its payment
 *   did not need and that therefore is not the merchant's to keep
 */
export async function cancelRefund(tx: Tx, app: App, id: string): Promise<Refund> {
  const refund = await lockRefund(tx, id);
  const message = 'Only a refund that waits for the buyer’s bank details can be canceled.';
  if (refund.status !== 'REQUIRES_ACTION') throw new Problem('resource_invalid_state', message);
  if (refund.isSurplus)
    throw new Problem(
      'resource_invalid_state',
      'A refund of what the payment did not need cannot be canceled: the money is the buyer’s. Wait until the buyer has said where it goes, mark the refund as paid once you have returned the money yourself, or as failed to refund it in another way.',
    );
  return settleRefund(tx, app, { ...refundKeyOf(refund), answer: 'canceled' });
}
