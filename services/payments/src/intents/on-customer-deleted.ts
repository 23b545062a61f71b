import { type BusEvent, fragment, own, type Preparation, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { eraseCustomer } from './erase-customer.ts';

type Deleted = BusEvent<'customer.deleted'>;

/**
 * Payments of a guest that was merged into another customer become that customer's; those of a deleted customer are
 * anonymized. No event is published of either: a merged id still leads to the same customer, and no money has moved.
 */
export const onCustomerDeleted = (app: App) => ({
  before: (preparation: Preparation, { object: { id }, mergedInto }: Deleted): Promise<void> =>
    mergedInto === undefined ? eraseCustomer(preparation, app, id) : reassignMost(preparation, id, mergedInto),
  handle: async (tx: Tx, { object: { id }, mergedInto }: Deleted): Promise<void> => {
    if (mergedInto !== undefined) await reassignPayments(tx, { from: id, to: mergedInto }, null);
  },
});

/** Rows of a table that become another customer's in one transaction. */
const batch = 500;

async function reassignMost(preparation: Preparation, from: string, to: string): Promise<void> {
  for (const table of [fragment`payment_intents`, fragment`charges`])
    while (
      await preparation.one`
      select 1 from ${table} where ${own(preparation)} and customer_id = ${from} limit 1 offset ${batch}`
    )
      await preparation.transact((tx) => reassignPayments(tx, { from, to }, batch));
}

/** @param atMost of each table; null for all */
async function reassignPayments(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
  atMost: number | null,
): Promise<void> {
  await tx.sql`
    with intents as (
      update payment_intents set customer_id = ${to}
      where ${own(tx)} and customer_id = ${from} and id in (
        select id from payment_intents where ${own(tx)} and customer_id = ${from} limit ${atMost}::bigint))
    update charges set customer_id = ${to}
    where ${own(tx)} and customer_id = ${from} and id in (
      select id from charges where ${own(tx)} and customer_id = ${from} limit ${atMost}::bigint)`;
}
