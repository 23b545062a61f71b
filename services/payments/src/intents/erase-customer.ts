import type { DisputeEvidence } from '@mizan/contracts';
import { fragment, own, type Fragment, type Preparation, type Tx } from '@mizan/service-kit';
import { isOpenDispute } from '../payment/dispute-state.ts';

/** Rows of a table erased at a time. */
const batch = 500;

interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

/**
 * Erases a person from the payments of a deleted customer: name, e-mail, phone and addresses, also of the method and in the
 * evidence of disputes that have ended. What was paid, with which card, and where a refund went is kept. When it begins
 * again, what is erased already is only read.
 */
export async function eraseCustomer({ transact }: Pick<Preparation, 'transact'>, customerId: string): Promise<void> {
  for (const eraseBatch of [eraseIntents, eraseCharges]) {
    let after: Place | undefined = { createdAt: new Date(0), id: '' };
    while (after) {
      const from: Place = after;
      const erased = await transact((tx) => eraseBatch(tx, nextOf(tx, { customerId, after: from }), customerId));
      after = erased.length < batch ? undefined : erased.at(-1);
    }
  }
}

/** A condition and an order for the next rows of a customer, oldest first, so that what was created meanwhile is found too. */
const nextOf = (tx: Tx, { customerId, after }: { customerId: string; after: Place }): Fragment => fragment`
  ${own(tx)} and customer_id = ${customerId} and (created_at, id) > (${after.createdAt}, ${after.id})
  order by created_at, id limit ${batch} for no key update`;

/** Removes the payer from a stored payment method. */
const withoutBillingDetails = JSON.stringify({ billingDetails: null });

/** An expression for a column of a method without the phone number of its wallet. */
const withoutPhone = (column: Fragment, ...path: readonly string[]): Fragment => fragment`
  case when ${column} #>> ${[...path, 'wallet', 'phone']}::text[] is not null
    then jsonb_set(${column}, ${[...path, 'wallet', 'phone']}::text[], 'null') else ${column} end`;

const personal = fragment`customer, receipt_email, shipping, payment_method, attached_method, last_payment_error`;

function eraseIntents(tx: Tx, next: Fragment, customerId: string): Promise<Place[]> {
  const anonymous = fragment`
    case when customer is not null then ${JSON.stringify({ id: customerId, name: null, email: null, phone: null })}::jsonb end,
    null, null,
    payment_method || ${withoutBillingDetails}::jsonb,
    ${withoutPhone(fragment`attached_method`, 'method')} || ${withoutBillingDetails}::jsonb,
    case jsonb_typeof(last_payment_error -> 'paymentMethod')
      when 'object' then jsonb_set(last_payment_error, '{paymentMethod,billingDetails}', 'null')
      else last_payment_error end`;
  return tx.sql<Place>`
    with theirs as (select id, created_at from payment_intents where ${next}),
    erased as (
      update payment_intents set (${personal}) = row(${anonymous})
      where ${own(tx)} and id in (select id from theirs) and (${personal}) is distinct from (${anonymous})),
    ${erasedCharges(tx, fragment`payment_intent_id in (select id from theirs)`)}
    select id, created_at from theirs order by created_at, id`;
}

const personalOfCharge = fragment`receipt_email, billing_details, payment_method, payment_method_details`;
const anonymousCharge = fragment`
  null, null, ${withoutPhone(fragment`payment_method`)}, ${withoutPhone(fragment`payment_method_details`)}`;

/** Texts of evidence that identify the buyer; a carrier shows the address for a tracking number. */
const withoutBuyer = JSON.stringify({
  customerName: null,
  customerEmail: null,
  shippingTrackingNumber: null,
} satisfies Partial<DisputeEvidence>);

/** Charges of the customer whose payment is another's by now; those of its own payments were erased with them. */
const eraseCharges = (tx: Tx, next: Fragment): Promise<Place[]> => tx.sql<Place>`
  with theirs as (select id, created_at from charges where ${next}),
  ${erasedCharges(tx, fragment`id in (select id from theirs)`)}
  select id, created_at from theirs order by created_at, id`;

/** Parts of a `with` that erase a person from charges, and from their refunds and disputes. @param which of the charges */
const erasedCharges = (tx: Tx, which: Fragment): Fragment => fragment`
  paid as (select id from charges where ${own(tx)} and ${which}),
  charged as (
    update charges set (${personalOfCharge}) = row(${anonymousCharge})
    where ${own(tx)} and id in (select id from paid) and (${personalOfCharge}) is distinct from (${anonymousCharge})),
  refunded as (
    update refunds set instructions_email = null
    where ${own(tx)} and charge_id in (select id from paid)
      and status not in ('PENDING', 'REQUIRES_ACTION') and instructions_email is not null),
  disputed as (
    update disputes set evidence = evidence || ${withoutBuyer}::jsonb
    where ${own(tx)} and charge_id in (select id from paid)
      and not (${isOpenDispute}) and not evidence @> ${withoutBuyer}::jsonb)`;
