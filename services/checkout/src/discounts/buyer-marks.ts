import { createHmac, type KeyObject } from 'node:crypto';
import type { CustomerDetails, PaymentIntent } from '@mizan/contracts';
import type { Scope, ServiceSecrets } from '@mizan/service-kit';
import type { Session } from '../session/session.ts';

/** A buyer as far as a checkout knows them: nobody yet, a customer, or whoever has this e-mail, phone or card. */
export interface IdentifiedBuyer {
  readonly customerId: string | null;
  /** Hashes of the customer's id, e-mails, phone numbers and cards. */
  readonly marks: readonly string[];
}

/** What was said about a buyer, from wherever it was said. */
export interface BuyerIdentifiers {
  readonly customer: { readonly id: string; readonly email?: string | null; readonly phone?: string | null } | null;
  readonly details: CustomerDetails | null;
  readonly emails?: readonly (string | null)[];
  readonly phones?: readonly (string | null)[];
  /** Fingerprints. */
  readonly cards?: readonly (string | null | undefined)[];
}

/** What a session tells about its buyer; the customer under the id that it has now, for guests are merged. */
export const buyerIdentifiersOf = ({
  customerId,
  customer,
  customerDetails: details,
}: Pick<Session, 'customerId' | 'customer' | 'customerDetails'>): BuyerIdentifiers => ({
  customer: customer && { ...customer, id: customerId ?? customer.id },
  details,
});

/** What a session tells about whoever has paid it: the card as well. */
export const payerIdentifiersOf = (
  session: Parameters<typeof buyerIdentifiersOf>[0] & { paymentIntent: Pick<PaymentIntent, 'paymentMethod'> | null },
): BuyerIdentifiers => ({ ...buyerIdentifiersOf(session), cards: cardsOf(session.paymentIntent) });

/** The card that a payment was made with, if it was one. */
export const cardsOf = (intent: Pick<PaymentIntent, 'paymentMethod'> | null): BuyerIdentifiers['cards'] => [
  intent?.paymentMethod?.card?.fingerprint,
];

const keys = new WeakMap<ServiceSecrets, KeyObject>();

/**
 * Who the buyer is. Marks are keyed hashes, different for every merchant: a use is recognised without the table telling
 * whose it was, also after the customer was erased.
 */
export function identifyBuyer(
  secrets: ServiceSecrets,
  { merchantId, livemode }: Scope,
  traces: BuyerIdentifiers,
): IdentifiedBuyer {
  const { customer, details } = traces;
  const emails = [customer?.email, details?.email, details?.billingDetails?.email, ...(traces.emails ?? [])];
  const phones = [customer?.phone, details?.phone, details?.billingDetails?.phone, ...(traces.phones ?? [])];
  const key = keys.get(secrets) ?? secrets.hashKey('buyer-marks');
  keys.set(secrets, key);
  const hash = (mark: string) =>
    createHmac('sha256', key).update(`${merchantId}:${livemode}:${mark}`).digest('base64url');
  const marks = [
    ...(customer ? [`customer:${customer.id}`] : []),
    ...emails.flatMap((email) => (email?.trim() ? [`email:${withoutAlias(email)}`] : [])),
    ...phones.flatMap((phone) => (/\d/.test(phone ?? '') ? [`phone:${digitsOf(phone ?? '')}`] : [])),
    ...(traces.cards ?? []).flatMap((card) => (card ? [`card:${card}`] : [])),
  ];
  return { customerId: customer?.id ?? null, marks: [...new Set(marks)].map(hash) };
}

/** One mailbox whatever its owner writes before the @: `Mona+shop@x.com` is `mona@x.com`, and Gmail drops dots. */
export function withoutAlias(email: string): string {
  const [mailbox = '', domain = ''] = email.trim().toLowerCase().split('@');
  const [name = ''] = mailbox.split('+');
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`;
  return `${name || mailbox}@${domain}`;
}

/** A phone number as it is compared: digits, with `+` for an international one. */
function digitsOf(phone: string): string {
  const digits = phone.normalize('NFKC').replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `+${digits}`;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits;
}
