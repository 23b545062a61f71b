import type { SessionCustomer } from '@mizan/contracts';
import {
  fragment,
  own,
  Problem,
  resourceMissing,
  type BoundCalls,
  type Fragment,
  type Reader,
  type Tx,
} from '@mizan/service-kit';
import { mergedCustomers } from './merged-customer.table.ts';

/** An expression for the current id of a customer: its own, unless it was merged into another. */
export const survivorOf = (reader: Pick<Reader, 'scope'>, customerId: string): Fragment => fragment`coalesce((
  select merged_into from merged_customers
  where ${own(reader)} and id = ${customerId}), ${customerId})`;

/**
 * Records that a guest was merged into another customer. Merges of an account wait for each other: two that follow on each
 * other must see each other.
 *
 * @returns the guest's current id: the other customer may have been merged into a third meanwhile
 */
export async function saveMerge(tx: Tx, guest: string, mergedInto: string): Promise<string> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['merge', merchantId, livemode])}, 0))`;
  const merged = await tx.one<{ survivor: string }>`
    ${mergedCustomers.insert([{ merchantId, livemode, id: guest, mergedInto: survivorOf(tx, mergedInto) }])}
    on conflict (merchant_id, livemode, id) do update set merged_into = merged_customers.merged_into
    returning merged_into as survivor`;
  if (!merged) throw new Error('bug: a merge that was not written');
  await tx.sql`
    update merged_customers set merged_into = ${merged.survivor}
    where ${own(tx)} and merged_into = ${guest}`;
  return merged.survivor;
}

/** Whether two ids are of one customer, by the merges that are known. */
export async function areSameCustomer(reader: Reader, one: string, other: string): Promise<boolean> {
  const same = await reader.one`select 1 where ${survivorOf(reader, one)} = ${survivorOf(reader, other)}`;
  return same !== undefined;
}

/** Whether a customer was deleted. The id of one that was merged leads to another and is not. */
export const isDeleted = (calls: BoundCalls, customerId: string): Promise<boolean> =>
  calls.getCustomerSummary({ customerId }).then(
    () => false,
    (thrown: unknown) => {
      if (isMissing(thrown)) return true;
      throw thrown;
    },
  );

const isMissing = (thrown: unknown): boolean => thrown instanceof Problem && thrown.code === 'resource_missing';

/** The customer that a merchant names. @throws Problem `resource_missing` on `customerId` */
export async function fetchCustomer(calls: BoundCalls, customerId: string): Promise<SessionCustomer> {
  const { customer } = await calls.getCustomerSummary({ customerId }).catch((thrown: unknown) => {
    throw isMissing(thrown) ? resourceMissing('customerId') : thrown;
  });
  return customer;
}
