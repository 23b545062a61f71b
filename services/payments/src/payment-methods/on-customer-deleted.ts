import { type BusEvent, own, type Preparation, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { followMerge, type Merge } from '../payment/follow-merge.ts';
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
      untilNoneIsLeft(preparation, customerId, (tx) => detachMethods(tx, customerId, batch));
    const move = (merge: Merge) => untilNoneIsLeft(preparation, merge.from, (tx) => reassignMethods(tx, merge, batch));
    return mergedInto === undefined
      ? detach(id)
      : followMerge(callsFor(preparation.scope), { from: id, to: mergedInto }, { move, remove: detach });
  },
  // What came meanwhile.
  handle: (tx: Tx, { object: { id }, mergedInto }: Deleted): Promise<void> =>
    mergedInto === undefined ? detachMethods(tx, id, null) : reassignMethods(tx, { from: id, to: mergedInto }, null),
});

async function untilNoneIsLeft(
  preparation: Preparation,
  customerId: string,
  changeSome: (tx: Tx) => Promise<void>,
): Promise<void> {
  while (
    await preparation.one`
    select 1 from payment_methods where ${own(preparation)} and customer_id = ${customerId} limit 1`
  )
    await preparation.transact(changeSome);
}

/** @param atMost so many methods; null for all */

async function detachMethods(tx: Tx, customerId: string, atMost: number | null): Promise<void> {
  const ended = await tx.sql<PaymentMethodRow>`
    delete from payment_methods where ${own(tx)} and customer_id = ${customerId} and id in (
      select id from payment_methods where ${own(tx)} and customer_id = ${customerId} limit ${atMost}::bigint)
    returning ${paymentMethods.columns}`;
  for (const row of ended)
    tx.emit('payment_method.detached', { object: toSavedPaymentMethodResource(row), version: row.version + 1 });
}

async function reassignMethods(tx: Tx, { from, to }: Merge, atMost: number | null): Promise<void> {
  const moved = await tx.sql<PaymentMethodRow>`
    update payment_methods as moved
    set customer_id = ${to}, version = version + 1, updated_at = ${tx.now},
      is_duplicate = is_duplicate or exists (
        select 1 from payment_methods as kept
        where ${own(tx, 'kept')} and kept.customer_id = ${to}
          and kept.fingerprint = moved.fingerprint and not kept.is_duplicate)
    where ${own(tx)} and customer_id = ${from} and id in (
      select id from payment_methods where ${own(tx)} and customer_id = ${from} limit ${atMost}::bigint)
    returning ${paymentMethods.as('moved')}`;
  for (const row of moved) {
    const object = toSavedPaymentMethodResource(row);
    tx.emit('payment_method.updated', { object, version: row.version, previousAttributes: { customerId: from } });
  }
}
