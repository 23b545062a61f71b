import { type BusEvent, fragment, own, type Preparation, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { assertFollowed, followMerge, type Merge } from '../payment/follow-merge.ts';
import { eraseCustomer } from './erase-customer.ts';

type Deleted = BusEvent<'customer.deleted'>;

/**
 * Payments of a guest that was merged into another customer become that customer's; those of a deleted customer are
 * anonymized. No event is published, except of payments that are another customer's by now (`eraseCustomer`): a merged id still leads
 * to the same customer, and no money has moved.
 */
export const onCustomerDeleted = (app: App) => ({
  before: (preparation: Preparation, { object: { id }, mergedInto }: Deleted): Promise<void> => {
    const erase = (customerId: string) => eraseCustomer(preparation, app, customerId);
    const move = (merge: Merge) => reassignAll(preparation, merge);
    return mergedInto === undefined
      ? erase(id)
      : followMerge(app.callsFor(preparation.scope), { from: id, to: mergedInto }, { move, remove: erase });
  },
  handle: async (tx: Tx, { object: { id }, mergedInto }: Deleted): Promise<void> => {
    if (mergedInto === undefined) return;
    const left = await tx.one`
      select 1 from payment_intents where ${own(tx)} and customer_id = ${id}
      union all select 1 from charges where ${own(tx, 'charges')} and customer_id = ${id} limit 1`;
    assertFollowed(left !== undefined);
  },
});

/** Rows of a table that become another customer's in one transaction. */
const batch = 500;

async function reassignAll(preparation: Preparation, merge: Merge): Promise<void> {
  for (const table of [fragment`payment_intents`, fragment`charges`])
    while (
      await preparation.one`select 1 from ${table} where ${own(preparation)} and customer_id = ${merge.from} limit 1`
    )
      await preparation.transact((tx) => reassignPayments(tx, merge));
}

async function reassignPayments(tx: Tx, { from, to }: Merge): Promise<void> {
  await tx.sql`
    with intents as (
      update payment_intents set customer_id = ${to}
      where ${own(tx)} and customer_id = ${from} and id in (
        select id from payment_intents where ${own(tx)} and customer_id = ${from} limit ${batch}))
    update charges set customer_id = ${to}
    where ${own(tx)} and customer_id = ${from} and id in (
      select id from charges where ${own(tx)} and customer_id = ${from} limit ${batch})`;
}
