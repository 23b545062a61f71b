import type { StatedPayment, StatementCharge } from '../port/provider-statement.ts';
import { queryStatus } from './find-order.ts';
import type { FawryContext } from './fawry-store.ts';
import { referenceOf } from './references.ts';

const states: Readonly<Record<string, StatedPayment['state']>> = {
  NEW: 'waiting',
  UNPAID: 'waiting',
  PAID: 'captured',
  DELIVERED: 'captured',
  REFUNDED: 'captured',
  PARTIAL_REFUNDED: 'captured',
  CANCELED: 'ended',
  EXPIRED: 'ended',
  FAILED: 'ended',
};

/**
 * The order of a charge. Fawry documents no list, no refunds, and of an order that was refunded in part not how much.
 * @throws Error it has a status that this version does not know
 */
export async function readStatement(
  context: Pick<FawryContext, 'client' | 'store'>,
  { id: chargeId }: StatementCharge,
): Promise<readonly StatedPayment[]> {
  const order = await queryStatus(context, await referenceOf(context.store, chargeId));
  if (!order) return [];
  const { fawryRefNumber: reference, orderAmount, orderStatus } = order;
  const state = states[orderStatus];
  if (!state) throw new Error(`Fawry: order ${reference} has the unknown status ${orderStatus}`);
  const amount = Math.round(orderAmount * 100);
  const refunded = orderStatus === 'REFUNDED' ? amount : orderStatus === 'PARTIAL_REFUNDED' ? null : 0;
  return [{ reference, chargeId, state, amount, currency: 'EGP', refunded, refunds: null }];
}
