import { isDeepStrictEqual } from 'node:util';
import { formerAttributes, json, type Tx } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { toCustomerResource } from './customer.resource.ts';

/**
 * Stores changes of a customer and emits `customer.updated` when the API returns any of them. Call it with the row locked
 * and an e-mail that no other customer has.
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
  await tx.sql`
    update customers set
      type = ${customer.type}, name = ${customer.name}, email = ${customer.email}, phone = ${customer.phone},
      address = ${json(customer.address)}, shipping = ${json(customer.shipping)}, metadata = ${json(customer.metadata)},
      currency = ${customer.currency}, guest_emails = ${customer.guestEmails}, guest_phones = ${customer.guestPhones},
      guest_cards = ${customer.guestCards}, gross_spend = ${customer.grossSpend},
      amount_refunded = ${customer.amountRefunded}, num_payments = ${customer.numPayments},
      first_purchase_at = ${customer.firstPurchaseAt}, last_purchase_at = ${customer.lastPurchaseAt},
      latest_payment_method = ${json(customer.latestPaymentMethod)}, version = ${customer.version},
      updated_at = ${customer.updatedAt}
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${customer.id}`;
}
