import { isDeepStrictEqual } from 'node:util';
import { formerAttributes, own, type Tx } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { toCustomerResource } from './customer.resource.ts';
import { customers } from './customer.table.ts';

/**
 * Stores changes of a customer and emits `customer.updated` when the API returns any of them. Call it with the row
 * locked and an e-mail that no other customer has.
 */
export async function changeCustomer(tx: Tx, before: CustomerRow, changes: Partial<CustomerRow>): Promise<CustomerRow> {
  const after: CustomerRow = { ...before, ...changes };
  if (isDeepStrictEqual(after, before)) return before;
  const previousAttributes = formerAttributes(toCustomerResource(before), toCustomerResource(after));
  const isPublic = Object.keys(previousAttributes).length > 0;
  if (isPublic) Object.assign(after, { version: before.version + 1, updatedAt: tx.now });
  await store(tx, after);
  if (isPublic)
    tx.emit('customer.updated', { object: toCustomerResource(after), version: after.version, previousAttributes });
  return after;
}

async function store(tx: Tx, customer: CustomerRow): Promise<void> {
  const { id, merchantId: _merchant, livemode: _mode, createdAt: _created, mergedInto: _into, ...rest } = customer;
  await tx.sql`update customers set ${customers.set(rest)} where ${own(tx)} and id = ${id}`;
}
