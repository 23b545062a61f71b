import type { Customer } from '@mizan/contracts';
import { json, type Tx } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { toCustomerResource } from './customer.resource.ts';

/**
 * Stores what changed of a customer and publishes it; nothing when nothing that it shows changed. Call it with the row
 * locked.
 *
 * @throws when the e-mail is another customer's: the caller has made sure that it is not
 */
export async function changeCustomer(tx: Tx, before: CustomerRow, changes: Partial<CustomerRow>): Promise<CustomerRow> {
  const after: CustomerRow = { ...before, ...changes, version: before.version + 1, updatedAt: tx.now };
  const previousAttributes = whatChanged(before, after);
  if (JSON.stringify({ ...before, ...changes }) === JSON.stringify(before)) return before;
  await store(tx, after);
  tx.emit('customer.updated', { object: toCustomerResource(after), version: after.version, previousAttributes });
  return after;
}

/** Attributes as they were before; null for one that was absent. */
function whatChanged(before: CustomerRow, after: CustomerRow): Partial<Customer> {
  const [was, is] = [toCustomerResource(before), toCustomerResource(after)];
  const changed = (Object.keys(is) as (keyof Customer)[]).filter(
    (name) => name !== 'updatedAt' && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, was[name] ?? null]));
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
    where id = ${customer.id}`;
}
