import { isDeepStrictEqual } from 'node:util';
import type { CustomField } from '@mizan/contracts';
import { fragment, own, type Preparation, type Tx } from '@mizan/service-kit';
import { checkoutSessions } from '../session/session.table.ts';
import type { Session, StoredPaymentIntent } from '../session/session.ts';

/** Sessions erased at a time, large as they are. */
const batch = 200;

type Place = Pick<Session, 'createdAt' | 'id'>;
type Erasable = Place &
  Pick<Session, 'recoveredFrom' | 'settings' | 'customer' | 'customerDetails' | 'customFields' | 'paymentIntent'> &
  Pick<Session, 'erasedCustomerId'>;

const erasable = checkoutSessions.pick(
  ...(['id', 'createdAt', 'recoveredFrom', 'settings', 'customer'] as const),
  ...(['customerDetails', 'customFields', 'paymentIntent', 'erasedCustomerId'] as const),
);

/**
 * Erases a person from the checkouts of a deleted customer: name, e-mail, phone, addresses and what they answered to custom
 * fields, also in the copies of their payments, and in checkouts of the same order: a recovered one has what was entered in the
 * one before it. What was sold and paid is kept. Each records whom it was erased of: an earlier state of its payment may arrive
 * later. When it begins again, what is erased already is only read.
 */
export async function eraseCustomer({ transact }: Pick<Preparation, 'transact'>, customerId: string): Promise<void> {
  let after: Place | undefined = { createdAt: new Date(0), id: '' };
  while (after) {
    const from: Place = after;
    after = await transact((tx) => eraseBatch(tx, customerId, from));
  }
}

/** Oldest first, so that a session that was created meanwhile is found as well. @returns the last; undefined when none is left */
async function eraseBatch(tx: Tx, customerId: string, after: Place): Promise<Place | undefined> {
  const next = fragment`
    where ${own(tx)} and customer_id = ${customerId} and (created_at, id) > (${after.createdAt}, ${after.id})
    order by created_at, id limit ${batch}`;
  // A recovery locks the original first, too: a copy is either written before this is, and found, or made of what is erased.
  await tx.sql`
    select id from checkout_sessions
    where ${own(tx)} and id in (select coalesce(recovered_from, id) from checkout_sessions ${next})
    order by created_at, id for no key update`;
  const rows = await tx.sql<Erasable>`select ${erasable} from checkout_sessions ${next} for no key update`;
  await erase(tx, customerId, [...rows, ...(await lockRelatives(tx, rows))]);
  return rows.length < batch ? undefined : rows.at(-1);
}

/**
 * The originals and copies of these checkouts whose buyer is not known yet: they have what the same person had entered. One
 * that was paid by another customer is that customer's.
 */
async function lockRelatives(tx: Tx, rows: readonly Erasable[]): Promise<Erasable[]> {
  const originalIds = [...new Set(rows.map(({ id, recoveredFrom }) => recoveredFrom ?? id))];
  if (originalIds.length === 0) return [];
  return tx.sql<Erasable>`
    select ${erasable} from checkout_sessions
    where ${own(tx)} and customer_id is null
      and (id = any(${originalIds}::text[]) or recovered_from = any(${originalIds}::text[]))
    order by created_at, id for no key update`;
}

async function erase(tx: Tx, customerId: string, rows: readonly Erasable[]): Promise<void> {
  const erased = rows
    .map((row) => ({ row, anonymous: anonymousOf(row, customerId) }))
    .filter(({ row, anonymous }) => !isDeepStrictEqual(row, anonymous))
    .map(({ anonymous }) => anonymous);
  const texts = (of: (session: Erasable) => unknown) => erased.map((each) => JSON.stringify(of(each)));
  if (erased.length > 0)
    await tx.sql`
      update checkout_sessions set erased_customer_id = ${customerId}, customer_details = null, settings = erased.settings::json,
        customer = nullif(erased.customer, 'null')::json, custom_fields = erased.fields::json,
        payment_intent = nullif(erased.intent, 'null')::json
      from unnest(${erased.map(({ id }) => id)}::text[], ${texts(({ settings }) => settings)}::text[], ${texts(({ customer }) => customer)}::text[],
        ${texts(({ customFields }) => customFields)}::text[], ${texts(({ paymentIntent }) => paymentIntent)}::text[])
        as erased (id, settings, customer, fields, intent)
      where ${own(tx, 'checkout_sessions')} and checkout_sessions.id = erased.id`;
}

function anonymousOf(session: Erasable, id: string): Erasable {
  const { settings, customer, customFields, paymentIntent } = session;
  return {
    ...session,
    erasedCustomerId: id,
    customerDetails: null,
    settings: { ...settings, payment: { ...settings.payment, receiptEmail: null } },
    customer: customer && { id, type: customer.type, metadata: {} },
    customFields: customFields.map(withoutAnswer),
    paymentIntent: paymentIntent && withoutPerson(paymentIntent),
  };
}

const withoutAnswer = (field: CustomField): CustomField => ({
  ...field,
  ...(field.text && { text: { ...field.text, value: null } }),
  ...(field.numeric && { numeric: { ...field.numeric, value: null } }),
  ...(field.dropdown && { dropdown: { ...field.dropdown, value: null } }),
});

/** A copy of a payment without the person who paid it. */
export function withoutPerson<Intent extends StoredPaymentIntent>(intent: Intent): Intent {
  const anonymous = <Shown extends { billingDetails: unknown } | null>(shown: Shown): Shown =>
    shown && { ...shown, billingDetails: null };
  const charge = <Shown extends StoredPaymentIntent['latestCharge']>(shown: Shown): Shown =>
    shown && {
      ...anonymous(shown),
      receiptEmail: null,
      paymentMethodDetails: withoutPhone(shown.paymentMethodDetails),
      refunds: shown.refunds.map(({ instructionsEmail: _email, nextAction: _mailed, ...refund }) => refund),
    };
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

const withoutPhone = <Details extends { readonly wallet?: { readonly phone?: string | null } | null } | null>(
  details: Details,
): Details => (details?.wallet?.phone ? { ...details, wallet: { ...details.wallet, phone: null } } : details);
