import { countRows, own, Problem, type LoadContext, type Tx } from '@mizan/service-kit';
import { toCustomerResource } from '../customer/customer.resource.ts';
import { findCustomer, lockCustomer } from '../customer/find-customer.ts';
import { deletionOfMarks } from '../customer/guest-marks.ts';
import type { Counted } from '../customer/insert-customer.ts';
import { noPerson } from '../customer/personal-data.ts';

/**
 * Refuses to delete a customer with an open payment, refund or dispute. A payment created after this keeps the id of the
 * deleted customer, as all earlier payments do.
 *
 * @throws Problem `resource_in_use`: a payment is pending, or authorized and not captured, or a refund or dispute has not ended
 */
export async function assertNoOpenPayments({ reader, calls }: LoadContext, id: string): Promise<void> {
  const { id: survivor } = await findCustomer(reader, id);
  const { openPayments } = await calls.countOpenPayments({ customerId: survivor });
  const open = 'This customer has an open payment, refund or dispute. Delete the customer once it has ended.';
  if (openPayments > 0) throw new Problem('resource_in_use', open);
}

/**
 * Erases a customer: the row, its marks, and the tombstones merged into it. Payments are kept in `spend_payments`,
 * which has no personal data.
 *
 * @throws Problem `resource_missing`: no such customer for this merchant and mode
 */
export async function deleteCustomer(tx: Tx, id: string): Promise<{ id: string; object: 'customer'; deleted: true }> {
  const customer = await lockCustomer(tx, id);
  tx.alongCommit`${deletionOfMarks(tx, [customer])}`;
  tx.alongCommit`delete from customers where ${own(tx)} and (id = ${customer.id} or merged_into = ${customer.id})`;
  const gone = new Map<Counted, number>([[`customers.${customer.type}`, -1]]);
  tx.alongCommit`${countRows(tx, gone)}`;

  const erased = toCustomerResource({ ...customer, ...noPerson, updatedAt: tx.now });
  tx.emit('customer.deleted', { object: erased, version: customer.version + 1 });
  return { id: customer.id, object: 'customer', deleted: true };
}
