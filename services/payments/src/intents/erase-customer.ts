import type { DisputeEvidence } from '@mizan/contracts';
import { fragment, own, type Fragment, type Preparation, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { isOpenDispute } from '../payment/dispute-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { paymentIntents } from '../payment/payment-intent.table.ts';
import { loadPayments } from '../payment/payment.ts';

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
export async function eraseCustomer(
  { transact }: Pick<Preparation, 'transact'>,
  app: App,
  customerId: string,
): Promise<void> {
  const eraseOthers = (tx: Tx, next: Next): Promise<Place[]> => eraseCharges(tx, app, next);
  for (const eraseBatch of [eraseIntents, eraseOthers]) {
    let after: Place | undefined = { createdAt: new Date(0), id: '' };
    while (after) {
      const from: Place = after;
      const erased = await transact((tx) => eraseBatch(tx, { customerId, after: from }));
      after = erased.length < batch ? undefined : erased.at(-1);
    }
  }
}

/** The customer, and the last row of the batch before. */
interface Next {
  readonly customerId: string;
  readonly after: Place;
}

/** A condition and an order for the next rows of a customer, oldest first, so that what was created meanwhile is found too. */
const nextOf = (tx: Tx, { customerId, after }: Next): Fragment => fragment`
  ${own(tx)} and customer_id = ${customerId} and (created_at, id) > (${after.createdAt}, ${after.id})
  order by created_at, id limit ${batch}`;

/** Removes the payer from a stored payment method. */
const withoutBillingDetails = JSON.stringify({ billingDetails: null });

/** An expression for a column of a method without the phone number of its wallet. */
const withoutPhone = (column: Fragment, ...path: readonly string[]): Fragment => fragment`
  case when ${column} #>> ${[...path, 'wallet', 'phone']}::text[] is not null
    then jsonb_set(${column}, ${[...path, 'wallet', 'phone']}::text[], 'null') else ${column} end`;

const personal = fragment`customer, receipt_email, shipping, payment_method, attached_method, last_payment_error`;

function eraseIntents(tx: Tx, next: Next): Promise<Place[]> {
  const anonymous = fragment`
    case when customer is not null then ${JSON.stringify({ id: next.customerId, name: null, email: null, phone: null })}::jsonb end,
    null, null,
    payment_method || ${withoutBillingDetails}::jsonb,
    ${withoutPhone(fragment`attached_method`, 'method')} || ${withoutBillingDetails}::jsonb,
    case jsonb_typeof(last_payment_error -> 'paymentMethod')
      when 'object' then jsonb_set(last_payment_error, '{paymentMethod,billingDetails}', 'null')
      else last_payment_error end`;
  return tx.sql<Place>`
    with theirs as (select id, created_at from payment_intents where ${nextOf(tx, next)} for no key update),
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

/**
 * Charges of the customer whose payment is another's by now; those of its own payments were erased with them. The payment
 * shows them, so that it is published as it is now: those who keep a copy of it, such as its checkout, erase them there.
 */
async function eraseCharges(tx: Tx, app: App, next: Next): Promise<Place[]> {
  const theirs = await tx.sql<Place & { readonly paymentIntentId: string }>`
    select id, created_at, payment_intent_id from charges where ${nextOf(tx, next)}`;
  const paymentIds = [...new Set(theirs.map(({ paymentIntentId }) => paymentIntentId))];
  await tx.sql`
    select id from payment_intents
    where ${own(tx)} and id = any(${paymentIds}::text[]) and customer_id is distinct from ${next.customerId}
    order by id for update`;
  const changed = await tx.sql<PaymentIntentRow>`
    with ${erasedCharges(tx, fragment`id = any(${theirs.map(({ id }) => id)}::text[])`)}
    update payment_intents set version = version + 1, updated_at = ${tx.now}
    where ${own(tx)} and id in (select payment_intent_id from charged) and customer_id is distinct from ${next.customerId}
    returning ${paymentIntents.columns}`;
  for (const payment of await loadPayments(tx, changed))
    tx.emit('payment_intent.updated', {
      object: toPaymentIntentResource(payment, app),
      version: payment.intent.version,
      previousAttributes: {}, // what changed is what must not be repeated
    });
  return theirs;
}

/** Parts of a `with` that erase a person from charges, and from their refunds and disputes. @param which of the charges */
const erasedCharges = (tx: Tx, which: Fragment): Fragment => fragment`
  paid as (select id from charges where ${own(tx)} and ${which}),
  charged as (
    update charges set (${personalOfCharge}) = row(${anonymousCharge})
    where ${own(tx)} and id in (select id from paid) and (${personalOfCharge}) is distinct from (${anonymousCharge})
    returning payment_intent_id),
  refunded as (
    update refunds set instructions_email = null
    where ${own(tx)} and charge_id in (select id from paid)
      and status not in ('PENDING', 'REQUIRES_ACTION') and instructions_email is not null),
  disputed as (
    update disputes set evidence = evidence || ${withoutBuyer}::jsonb
    where ${own(tx)} and charge_id in (select id from paid)
      and not (${isOpenDispute}) and not evidence @> ${withoutBuyer}::jsonb)`;
