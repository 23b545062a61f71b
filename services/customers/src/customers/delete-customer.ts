import { countRows, Problem, type LoadContext, type Tx } from '@mizan/service-kit';
import { toCustomerResource } from './customer.resource.ts';
import { findCustomer, lockCustomer } from './find-customer.ts';
import { noMarks } from './guest-marks.ts';
import type { Counted } from './insert-customer.ts';

/**
 * Refuses to delete a customer whose money is on its way. A payment that begins after this keeps the id of a customer
 * that is gone, like every payment that was made before.
 *
 * @throws Problem `resource_missing`: no such customer for this merchant and mode
 * @throws Problem `resource_in_use`: a payment is undecided, or authorised and not captured
 */
export async function refuseWhilePaying({ reader, calls }: LoadContext, id: string): Promise<void> {
  const { id: survivor } = await findCustomer(reader, id);
  const { openPayments } = await calls.countOpenPayments({ customerId: survivor });
  if (openPayments > 0)
    throw new Problem('resource_in_use', 'A payment of this customer is under way. Delete the customer after it.');
}

/**
 * Erases a customer: the row, what it was recognised by, and the tombstones that lead to it. What was paid stays in
 * `spend_payments`, which knows nobody.
 *
 * @throws Problem `resource_missing`: no such customer for this merchant and mode
 */
export async function deleteCustomer(tx: Tx, id: string): Promise<{ id: string; object: 'customer'; deleted: true }> {
  const customer = await lockCustomer(tx, id);
  const { merchantId, livemode } = tx.scope;
  tx.alongCommit`
    delete from guest_marks where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${customer.id}`;
  tx.alongCommit`
    delete from customers where merchant_id = ${merchantId} and livemode = ${livemode}
      and (id = ${customer.id} or merged_into = ${customer.id})`;
  const gone = new Map<Counted, number>([[`customers.${customer.type}`, -1]]);
  tx.alongCommit`${countRows(tx, gone)}`;

  const nobody = { name: null, email: null, phone: null, address: null, shipping: null, metadata: {}, ...noMarks };
  const erased = toCustomerResource({ ...customer, ...nobody, latestPaymentMethod: null, updatedAt: tx.now });
  tx.emit('customer.deleted', { object: erased, version: customer.version + 1 });
  return { id: customer.id, object: 'customer', deleted: true };
}
