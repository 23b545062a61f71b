import { type BusEvent, fragment, type Fragment, own, type Preparation, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { assertFollowed, followMerge, type Merge } from '../payment/follow-merge.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';
import { toSavedPaymentMethodResource } from './payment-method.resource.ts';
import { paymentMethods } from './payment-method.table.ts';

type Deleted = BusEvent<'customer.deleted'>;

/** Methods ended or moved in one transaction, each with an event. */
const batch = 100;

/**
 * Saved methods are deleted with their customer. Those of a guest that was merged into another customer keep their ids,
 * also a card that both had saved.
 */
export const onCustomerDeleted = ({ callsFor }: Pick<App, 'callsFor'>) => ({
  before: (preparation: Preparation, { object: { id }, mergedInto }: Deleted): Promise<void> => {
    const detach = (customerId: string) =>
      untilNoneIsLeft(preparation, customerId, (tx) => detachMethods(tx, customerId));
    const move = (merge: Merge) => untilNoneIsLeft(preparation, merge.from, (tx) => reassignMethods(tx, merge));
    return mergedInto === undefined
      ? detach(id)
      : followMerge(callsFor(preparation.scope), { from: id, to: mergedInto }, { move, remove: detach });
  },
  handle: async (tx: Tx, { object: { id }, mergedInto }: Deleted): Promise<void> => {
    if (mergedInto === undefined)
      await detachMethods(tx, id); // what came meanwhile
    else assertFollowed((await tx.one`${methodOf(tx, id)}`) !== undefined);
  },
});

async function untilNoneIsLeft(
  preparation: Preparation,
  customerId: string,
  changeSome: (tx: Tx) => Promise<void>,
): Promise<void> {
  while (await preparation.one`${methodOf(preparation, customerId)}`) await preparation.transact(changeSome);
}

/** A query: whether a customer has a saved method. */
const methodOf = (reader: Pick<Preparation, 'scope'>, customerId: string): Fragment => fragment`
  select 1 from payment_methods where ${own(reader)} and customer_id = ${customerId} limit 1`;

async function detachMethods(tx: Tx, customerId: string): Promise<void> {
  const ended = await tx.sql<PaymentMethodRow>`
    delete from payment_methods where ${own(tx)} and customer_id = ${customerId} and id in (
      select id from payment_methods where ${own(tx)} and customer_id = ${customerId} limit ${batch})
    returning ${paymentMethods.columns}`;
  for (const row of ended)
    tx.emit('payment_method.detached', { object: toSavedPaymentMethodResource(row), version: row.version + 1 });
}

async function reassignMethods(tx: Tx, { from, to }: Merge): Promise<void> {
  const moved = await tx.sql<PaymentMethodRow>`
    update payment_methods as moved
    set customer_id = ${to}, version = version + 1, updated_at = ${tx.now},
      is_duplicate = is_duplicate or exists (
        select 1 from payment_methods as kept
        where ${own(tx, 'kept')} and kept.customer_id = ${to}
          and kept.fingerprint = moved.fingerprint and not kept.is_duplicate)
    where ${own(tx)} and customer_id = ${from} and id in (
      select id from payment_methods where ${own(tx)} and customer_id = ${from} limit ${batch})
    returning ${paymentMethods.as('moved')}`;
  for (const row of moved) {
    const object = toSavedPaymentMethodResource(row);
    tx.emit('payment_method.updated', { object, version: row.version, previousAttributes: { customerId: from } });
  }
}
