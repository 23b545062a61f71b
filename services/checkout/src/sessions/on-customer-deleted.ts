import { type BoundCalls, consumer, fragment, own, type Consumer, type Preparation, type Tx } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { isDeleted, saveMerge } from '../customers/customers.ts';
import { eraseCustomer } from './erase-customer.ts';

/**
 * When a guest was merged into another customer, its sessions, discounts and promotion codes become the other's and are
 * found under both ids; when a customer was deleted, their personal data are erased from its sessions. No event: the old id
 * still leads to the same customer, and nothing that a session decides has changed.
 */
export const onCustomerDeleted = ({ callsFor }: Pick<App, 'callsFor'>): Consumer =>
  consumer({
    name: 'customers',
    purpose: 'follows merged customers, and erases the personal data of deleted ones',
    on: {
      'customer.deleted': {
        before: (preparation, { object: { id }, mergedInto }) =>
          mergedInto === undefined
            ? eraseCustomer(preparation, id)
            : followMerge(preparation, callsFor(preparation.scope), { guest: id, mergedInto }),
        // What came meanwhile.
        handle: async (tx, { object: { id }, mergedInto }) => {
          if (mergedInto !== undefined) await move(tx, { guest: id, mergedInto }, null);
        },
      },
    },
  });

interface Merge {
  readonly guest: string;
  readonly mergedInto: string;
}

/** Rows of a table that become another customer's in one transaction. */
const batch = 500;

const tables = [fragment`checkout_sessions`, fragment`discounts`, fragment`promotion_codes`];

/**
 * Moves what a guest has to the survivor, and erases it there if that was deleted since: the event of the deletion may have come
 * first. Customers is called last, so that a later deletion finds what was moved.
 */
async function followMerge(preparation: Preparation, calls: BoundCalls, merge: Merge): Promise<void> {
  const survivor = await moveAll(preparation, merge);
  if (await isDeleted(calls, survivor)) await eraseCustomer(preparation, survivor);
}

/** As many transactions as it takes. @returns the survivor of the last: it may itself have been merged meanwhile */
async function moveAll(preparation: Preparation, merge: Merge): Promise<string> {
  let survivor = await preparation.transact((tx) => move(tx, merge, batch));
  for (const table of tables)
    while (
      await preparation.one`select 1 from ${table} where ${own(preparation)} and customer_id = ${merge.guest} limit 1`
    )
      survivor = await preparation.transact((tx) => move(tx, merge, batch));
  return survivor;
}

/** The merge is recorded first. @param atMost of each table; null for all. @returns whose they are now */
async function move(tx: Tx, { guest, mergedInto }: Merge, atMost: number | null): Promise<string> {
  const survivor = await saveMerge(tx, guest, mergedInto);
  for (const table of tables)
    await tx.sql`
      update ${table} set customer_id = ${survivor}
      where ${own(tx)} and customer_id = ${guest} and id in (
        select id from ${table} where ${own(tx)} and customer_id = ${guest} limit ${atMost}::bigint)`;
  return survivor;
}
