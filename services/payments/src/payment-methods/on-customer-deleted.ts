import { type BusEvent, own, type Tx } from '@mizan/service-kit';
import type { PaymentMethodRow } from './payment-method.entity.ts';
import { toSavedPaymentMethodResource } from './payment-method.resource.ts';
import { paymentMethods } from './payment-method.table.ts';

/**
 * Saved methods are deleted with their customer. Those of a guest that was merged into another customer keep their ids,
 * also a card that both had saved.
 */
export const onCustomerDeleted = (tx: Tx, { object, mergedInto }: BusEvent<'customer.deleted'>): Promise<void> =>
  mergedInto === undefined ? detachMethods(tx, object.id) : reassignMethods(tx, object.id, mergedInto);

async function detachMethods(tx: Tx, customerId: string): Promise<void> {
  const ended = await tx.sql<PaymentMethodRow>`
    delete from payment_methods where ${own(tx)} and customer_id = ${customerId}
    returning ${paymentMethods.columns}`;
  for (const row of ended)
    tx.emit('payment_method.detached', { object: toSavedPaymentMethodResource(row), version: row.version + 1 });
}

async function reassignMethods(tx: Tx, customerId: string, survivorId: string): Promise<void> {
  const moved = await tx.sql<PaymentMethodRow>`
    update payment_methods as moved
    set customer_id = ${survivorId}, version = version + 1, updated_at = ${tx.now},
      is_duplicate = is_duplicate or exists (
        select 1 from payment_methods as kept
        where ${own(tx, 'kept')} and kept.customer_id = ${survivorId}
          and kept.fingerprint = moved.fingerprint and not kept.is_duplicate)
    where ${own(tx)} and customer_id = ${customerId}
    returning ${paymentMethods.as('moved')}`;
  for (const row of moved) {
    const object = toSavedPaymentMethodResource(row);
    tx.emit('payment_method.updated', { object, version: row.version, previousAttributes: { customerId } });
  }
}
