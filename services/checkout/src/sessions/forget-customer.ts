import type { SessionPaymentIntent } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';

const sessionsAtOnce = 200;

/**
 * Erases a person from the checkouts of a deleted customer: name, e-mail, phone and addresses, also in the copies of
 * their payments. What was sold and paid stays. No event: nothing that a session decides has changed.
 */
export async function forgetCustomer(tx: Tx, customerId: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    update checkout_sessions set customer_details = null,
      settings = case when settings #>> '{payment,receiptEmail}' is null then settings
        else jsonb_set(settings::jsonb, '{payment,receiptEmail}', 'null')::json end,
      customer = case when customer is not null
        then json_build_object('id', ${customerId}::text, 'type', customer -> 'type', 'metadata', '{}'::json) end
    where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${customerId}`;
  for (let last = ''; ;) {
    const rows = await tx.sql<{ id: string; intent: SessionPaymentIntent }>`
      select id, payment_intent as intent from checkout_sessions
      where merchant_id = ${merchantId} and livemode = ${livemode} and customer_id = ${customerId}
        and payment_intent is not null and id > ${last}
      order by id limit ${sessionsAtOnce}`;
    await tx.sql`
      update checkout_sessions set payment_intent = erased.intent::json
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ intent }) => JSON.stringify(withoutPerson(intent)))}::text[]) as erased (id, intent)
      where checkout_sessions.id = erased.id`;
    if (rows.length < sessionsAtOnce) return;
    last = rows.at(-1)?.id ?? last;
  }
}

function withoutPerson(intent: SessionPaymentIntent): SessionPaymentIntent {
  const anonymous = <Shown extends { billingDetails: unknown } | null>(shown: Shown): Shown =>
    shown && { ...shown, billingDetails: null };
  const charge = <Shown extends SessionPaymentIntent['latestCharge']>(shown: Shown): Shown =>
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
