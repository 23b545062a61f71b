import { consumer, fragment, own, type Tx } from '@mizan/service-kit';
import { saveMerge } from '../customers/customers.ts';
import type { StoredPaymentIntent } from '../session/session.ts';

/**
 * When a guest was merged into another customer, its sessions, discounts and promotion codes become the other's and are
 * found under both ids; when a customer was deleted, their personal data are erased from its sessions. No event: the old id
 * still leads to the same customer, and nothing that a session decides has changed.
 */
export const onCustomerDeleted = consumer({
  name: 'customers',
  purpose: 'follows merged customers, and erases the personal data of deleted ones',
  on: {
    'customer.deleted': async (tx, { object, mergedInto }) => {
      if (mergedInto === undefined) return eraseCustomer(tx, object.id);
      const survivor = await saveMerge(tx, object.id, mergedInto);
      const ofGuest = fragment`set customer_id = ${survivor} where ${own(tx)} and customer_id = ${object.id}`;
      await tx.sql`update checkout_sessions ${ofGuest}`;
      await tx.sql`update discounts ${ofGuest}`;
      await tx.sql`update promotion_codes ${ofGuest}`;
    },
  },
});

/** Sessions erased at a time. */
const batch = 200;

/**
 * Erases a person from the checkouts of a deleted customer: name, e-mail, phone and addresses, also in the copies of
 * their payments. What was sold and paid is kept.
 */
async function eraseCustomer(tx: Tx, customerId: string): Promise<void> {
  await tx.sql`
    update checkout_sessions set customer_details = null,
      settings = case when settings #>> '{payment,receiptEmail}' is null then settings
        else jsonb_set(settings::jsonb, '{payment,receiptEmail}', 'null')::json end,
      customer = case when customer is not null
        then json_build_object('id', ${customerId}::text, 'type', customer -> 'type', 'metadata', '{}'::json) end
    where ${own(tx)} and customer_id = ${customerId}`;
  for (let last = ''; ;) {
    const rows = await tx.sql<{ id: string; intent: StoredPaymentIntent }>`
      select id, payment_intent as intent from checkout_sessions
      where ${own(tx)} and customer_id = ${customerId}
        and payment_intent is not null and id > ${last}
      order by id limit ${batch}`;
    await tx.sql`
      update checkout_sessions set payment_intent = erased.intent::json
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ intent }) => JSON.stringify(withoutPerson(intent)))}::text[]) as erased (id, intent)
      where ${own(tx, 'checkout_sessions')} and checkout_sessions.id = erased.id`;
    if (rows.length < batch) return;
    last = rows.at(-1)?.id ?? last;
  }
}

function withoutPerson(intent: StoredPaymentIntent): StoredPaymentIntent {
  const anonymous = <Shown extends { billingDetails: unknown } | null>(shown: Shown): Shown =>
    shown && { ...shown, billingDetails: null };
  const charge = <Shown extends StoredPaymentIntent['latestCharge']>(shown: Shown): Shown =>
    shown && { ...anonymous(shown), receiptEmail: null };
  return {
    ...intent,
    customer: intent.customer && { ...intent.customer, name: null, email: null, phone: null },
    receiptEmail: null,
    shipping: null,
    paymentMethod: anonymous(intent.paymentMethod),
    lastPaymentError: intent.lastPaymentError && {
      ...intent.lastPaymentError,
      paymentMethod: anonymous(intent.lastPaymentError.paymentMethod),
    },
    latestCharge: charge(intent.latestCharge),
    charges: intent.charges.map(charge),
  };
}
