import { consumer, fragment, own, type Preparation, type Tx } from '@mizan/service-kit';
import { saveMerge } from '../customers/customers.ts';
import { eraseCustomer } from './erase-customer.ts';

/**
 * When a guest was merged into another customer, its sessions, discounts and promotion codes become the other's and are
 * found under both ids; when a customer was deleted, their personal data are erased from its sessions. No event: the old id
 * still leads to the same customer, and nothing that a session decides has changed.
 */
export const onCustomerDeleted = consumer({
  name: 'customers',
  purpose: 'follows merged customers, and erases the personal data of deleted ones',
  on: {
    'customer.deleted': {
      before: (preparation, { object: { id }, mergedInto }) =>
        mergedInto === undefined ? eraseCustomer(preparation, id) : moveMost(preparation, { guest: id, mergedInto }),
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

/** What one transaction cannot move quickly. The merge is recorded first: what is created from then on is the survivor's. */
async function moveMost(preparation: Preparation, merge: Merge): Promise<void> {
  for (const table of tables)
    while (
      await preparation.one`
      select 1 from ${table} where ${own(preparation)} and customer_id = ${merge.guest} limit 1 offset ${batch}`
    )
      await preparation.transact((tx) => move(tx, merge, batch));
}

/** @param atMost of each table; null for all */
async function move(tx: Tx, { guest, mergedInto }: Merge, atMost: number | null): Promise<void> {
  const survivor = await saveMerge(tx, guest, mergedInto);
  for (const table of tables)
    await tx.sql`
      update ${table} set customer_id = ${survivor}
      where ${own(tx)} and customer_id = ${guest} and id in (
        select id from ${table} where ${own(tx)} and customer_id = ${guest} limit ${atMost}::bigint)`;
}
