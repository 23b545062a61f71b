import { fragment, own, type Fragment, type Tx } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { guestMarks } from './guest-mark.table.ts';
import { normalizeEmail } from './normalize-contact.ts';

/** Marks by which a buyer can be recognized, as the checkout knows them. */
export interface BuyerMarks {
  readonly email: string | null;
  readonly phone: string | null;
  readonly cardFingerprint: string | null;
}

type GuestMarks = Pick<CustomerRow, 'guestEmails' | 'guestPhones' | 'guestCards'>;
type Guest = GuestMarks & Pick<CustomerRow, 'id'>;

const marksMax = 20; // of each kind; the newest are kept
export const noMarks: GuestMarks = { guestEmails: [], guestPhones: [], guestCards: [] };

/** The marks of a guest with those of one more checkout. */
export const withMarks = (guest: GuestMarks, { email, phone, cardFingerprint }: BuyerMarks): GuestMarks => ({
  guestEmails: withMark(guest.guestEmails, email && normalizeEmail(email)),
  guestPhones: withMark(guest.guestPhones, phone),
  guestCards: withMark(guest.guestCards, cardFingerprint),
});

const withMark = (marks: string[], mark: string | null): string[] =>
  !mark || marks.includes(mark) ? marks : [...marks, mark].slice(-marksMax);

/** Combines the marks of several guests, in the order of the guests; the newest of each kind are kept. */
export const combinedMarks = (guests: readonly GuestMarks[]): GuestMarks => ({
  guestEmails: combined(guests.map(({ guestEmails }) => guestEmails)),
  guestPhones: combined(guests.map(({ guestPhones }) => guestPhones)),
  guestCards: combined(guests.map(({ guestCards }) => guestCards)),
});

const combined = (marks: readonly string[][]): string[] => [...new Set(marks.flat())].slice(-marksMax);

/**
 * The keys under which a guest's marks are stored. A phone and a card are also stored under the kinds of mark that the guest
 * lacks: many guests may share one (a shop's own number, a family's card), and those whom a buyer's e-mail or phone cannot
 * contradict are found without reading the rest.
 */
export const markKeysOf = ({ guestEmails, guestPhones, guestCards }: GuestMarks): string[] => {
  const [lacksEmail, lacksPhone] = [guestEmails.length === 0, guestPhones.length === 0];
  const kinds = [
    'card',
    ...(lacksEmail ? ['card-without-email'] : []),
    ...(lacksPhone ? ['card-without-phone'] : []),
    ...(lacksEmail && lacksPhone ? ['card-without-either'] : []),
  ];
  return [
    ...guestEmails.map((mark) => `email:${mark}`),
    ...guestPhones.flatMap((mark) => [`phone:${mark}`, ...(lacksEmail ? [`phone-without-email:${mark}`] : [])]),
    ...guestCards.flatMap((mark) => kinds.map((kind) => `${kind}:${mark}`)),
  ];
};

/** The key under which a buyer's phone finds guests that the buyer's e-mail cannot contradict. */
export function phoneKeyOf({ guestEmails, guestPhones: [phone] }: GuestMarks): string | null {
  if (phone === undefined) return null;
  return guestEmails.length > 0 ? `phone-without-email:${phone}` : `phone:${phone}`;
}

/** The key under which a buyer's card finds guests that the buyer's e-mail and phone cannot contradict. */
export function cardKeyOf({ guestEmails, guestPhones, guestCards }: GuestMarks): string | null {
  const [card] = guestCards;
  if (card === undefined) return null;
  const [hasEmail, hasPhone] = [guestEmails.length > 0, guestPhones.length > 0];
  if (hasEmail) return hasPhone ? `card-without-either:${card}` : `card-without-email:${card}`;
  return hasPhone ? `card-without-phone:${card}` : `card:${card}`;
}

/**
 * The statement that deletes the marks of guests, whose rows must be locked: their rows have all of them. They are found by the
 * marks, as the primary key of the table begins with these; by the customer alone, all marks of the merchant would be read.
 */
export const deletionOfMarks = (tx: Tx, guests: readonly Guest[]): Fragment => fragment`
  delete from guest_marks
  where ${own(tx)} and mark = any(${guests.flatMap(markKeysOf)}::text[])
    and customer_id = any(${guests.map(({ id }) => id)}::text[])`;

/** Stores the new marks of a guest and deletes those that they replaced. */
export async function replaceMarks(tx: Tx, before: Guest, after: GuestMarks): Promise<void> {
  const [old, current] = [markKeysOf(before), markKeysOf(after)];
  const added = current.filter((mark) => !old.includes(mark));
  const dropped = old.filter((mark) => !current.includes(mark));
  if (added.length === 0) return; // marks are only replaced by newer ones
  await tx.sql`
    with dropped as (
      delete from guest_marks
      where ${own(tx)} and mark = any(${dropped}::text[]) and customer_id = ${before.id})
    ${guestMarks.insert(added.map((mark) => ({ ...tx.scope, mark, customerId: before.id })))}`;
}
