import { createHmac } from 'node:crypto';
import type { CustomerDetails, PaymentIntent } from '@mizan/contracts';
import type { Scope } from '@mizan/service-kit';
import type { App } from '../config.ts';
import type { Session } from '../session/session.ts';

/** A buyer as far as a checkout knows them: by customer, e-mail, phone and card. */
export interface IdentifiedBuyer {
  readonly customerId: string | null;
  /** Hashes of the customer's id, e-mails, phone numbers and cards. */
  readonly marks: readonly string[];
}

/** What is known about a buyer, from any source. */
export interface BuyerIdentifiers {
  readonly customer: { readonly id: string; readonly email?: string | null; readonly phone?: string | null } | null;
  readonly details: CustomerDetails | null;
  readonly emails?: readonly (string | null)[];
  readonly phones?: readonly (string | null)[];
  /** Fingerprints. */
  readonly cards?: readonly (string | null | undefined)[];
}

type KnownBuyer = Pick<Session, 'customerId' | 'customer' | 'customerDetails'>;

/** What a session knows about its buyer; the customer under its current id, because guests are merged. */
export const buyerIdentifiersOf = ({ customerId, customer, customerDetails }: KnownBuyer): BuyerIdentifiers => ({
  customer: customer && { ...customer, id: customerId ?? customer.id },
  details: customerDetails,
});

/** What a session knows about the buyer who has paid it: the card as well. */
export const payerIdentifiersOf = (session: Session): BuyerIdentifiers => ({
  ...buyerIdentifiersOf(session),
  cards: cardsOf(session.paymentIntent),
});

/** The card with which a payment was made, if it was one. */
export const cardsOf = (intent: Pick<PaymentIntent, 'paymentMethod'> | null) => [
  intent?.paymentMethod?.card?.fingerprint,
];

/**
 * Identifies a buyer by marks: keyed hashes, different for every merchant. A use is recognized by them, also after the
 * customer was erased, while the table does not reveal whose it was.
 */
export function identifyBuyer(
  { buyerMarkKey }: Pick<App, 'buyerMarkKey'>,
  { merchantId, livemode }: Scope,
  identifiers: BuyerIdentifiers,
): IdentifiedBuyer {
  const { customer, details } = identifiers;
  const emails = [customer?.email, details?.email, details?.billingDetails?.email, ...(identifiers.emails ?? [])];
  const phones = [customer?.phone, details?.phone, details?.billingDetails?.phone, ...(identifiers.phones ?? [])];
  const hash = (mark: string) =>
    createHmac('sha256', buyerMarkKey).update(`${merchantId}:${livemode}:${mark}`).digest('base64url');
  const marks = [
    ...(customer ? [`customer:${customer.id}`] : []),
    ...emails.flatMap((email) => (email?.trim() ? [`email:${withoutAlias(email)}`] : [])),
    ...phones.flatMap((phone) => (/\d/.test(phone ?? '') ? [`phone:${digitsOf(phone ?? '')}`] : [])),
    ...(identifiers.cards ?? []).flatMap((card) => (card ? [`card:${card}`] : [])),
  ];
  return { customerId: customer?.id ?? null, marks: [...new Set(marks)].map(hash) };
}

/** One mailbox for all its spellings: `Mona+shop@x.com` is `mona@x.com`, and Gmail drops dots. */
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
