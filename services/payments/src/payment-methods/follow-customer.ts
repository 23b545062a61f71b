import { consumer, type Tx } from '@mizan/service-kit';
import type { PaymentMethodRow } from './payment-method.entity.ts';
import { toSavedMethodResource } from './payment-method.resource.ts';

/**
 * Saved methods end with their customer. Those of a guest that became part of another customer go on under the ids that
 * the merchant knows, also a card that both had saved.
 */
export const savedMethodConsumer = consumer({
  name: 'payment-methods',
  purpose: 'follows the payment methods that customers have saved',
  on: {
    'customer.deleted': (tx, { object, mergedInto }) =>
      mergedInto === undefined ? detachMethods(tx, object.id) : moveMethods(tx, object.id, mergedInto),
  },
});

async function detachMethods(tx: Tx, customerId: string): Promise<void> {
  const ended = await tx.sql<PaymentMethodRow>`
    delete from payment_methods
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and customer_id = ${customerId}
    returning *`;
  for (const row of ended)
    tx.emit('payment_method.detached', { object: toSavedMethodResource(row), version: row.version + 1 });
}

async function moveMethods(tx: Tx, customerId: string, survivorId: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const moved = await tx.sql<PaymentMethodRow>`
    update payment_methods as moved
    set customer_id = ${survivorId}, version = version + 1, updated_at = ${tx.now},
      is_duplicate = is_duplicate or exists (
        select 1 from payment_methods as kept
        where kept.merchant_id = ${merchantId} and kept.livemode = ${livemode} and kept.customer_id = ${survivorId}
          and kept.fingerprint = moved.fingerprint and not kept.is_duplicate)
    where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${customerId}
    returning *`;
  for (const row of moved)
    tx.emit('payment_method.updated', {
      object: toSavedMethodResource(row),
      version: row.version,
      previousAttributes: { customerId },
    });
}
