import type { Tx } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { normalizeEmail } from './normalize-contact.ts';

/** By what a buyer can be recognised, as a checkout knows it. */
export interface BuyerMarks {
  readonly email: string | null;
  readonly phone: string | null;
  readonly cardFingerprint: string | null;
}

type GuestMarks = Pick<CustomerRow, 'guestEmails' | 'guestPhones' | 'guestCards'>;

const marksMax = 20; // of each kind; the newest are kept
export const noMarks: GuestMarks = { guestEmails: [], guestPhones: [], guestCards: [] };

/** A guest's marks with those of one more checkout. */
export const withMarks = (guest: GuestMarks, { email, phone, cardFingerprint }: BuyerMarks): GuestMarks => ({
  guestEmails: withMark(guest.guestEmails, email && normalizeEmail(email)),
  guestPhones: withMark(guest.guestPhones, phone),
  guestCards: withMark(guest.guestCards, cardFingerprint),
});

const withMark = (marks: string[], mark: string | null): string[] =>
  !mark || marks.includes(mark) ? marks : [...marks, mark].slice(-marksMax);

/** The marks of several guests as those of one, in the order of the guests; the newest of each kind are kept. */
export const unitedMarks = (guests: readonly GuestMarks[]): GuestMarks => ({
  guestEmails: united(guests.map(({ guestEmails }) => guestEmails)),
  guestPhones: united(guests.map(({ guestPhones }) => guestPhones)),
  guestCards: united(guests.map(({ guestCards }) => guestCards)),
});

const united = (marks: readonly string[][]): string[] => [...new Set(marks.flat())].slice(-marksMax);

/**
 * The marks as they are looked up. Cards are so under what their guest is not known by as well: many may have paid with
 * one card, and those whom a buyer's e-mail or phone cannot contradict are found without reading the others.
 */
export const lookedUp = ({ guestEmails, guestPhones, guestCards }: GuestMarks): string[] => {
  const [lacksEmail, lacksPhone] = [guestEmails.length === 0, guestPhones.length === 0];
  const kinds = [
    'card',
    ...(lacksEmail ? ['card-without-email'] : []),
    ...(lacksPhone ? ['card-without-phone'] : []),
    ...(lacksEmail && lacksPhone ? ['card-without-either'] : []),
  ];
  return [
    ...guestEmails.map((mark) => `email:${mark}`),
    ...guestPhones.map((mark) => `phone:${mark}`),
    ...guestCards.flatMap((mark) => kinds.map((kind) => `${kind}:${mark}`)),
  ];
};

/** Under which mark a buyer's card finds the guests whom the buyer's e-mail and phone cannot contradict. */
export function cardMarkFor({ guestEmails, guestPhones, guestCards }: GuestMarks): string | null {
  const [card] = guestCards;
  if (card === undefined) return null;
  const [hasEmail, hasPhone] = [guestEmails.length > 0, guestPhones.length > 0];
  if (hasEmail) return hasPhone ? `card-without-either:${card}` : `card-without-email:${card}`;
  return hasPhone ? `card-without-phone:${card}` : `card:${card}`;
}

/** Makes a guest who becomes a registered customer be found by its own e-mail only. */
export async function dropMarks(tx: Tx, guest: GuestMarks & Pick<CustomerRow, 'id'>): Promise<void> {
  await tx.sql`
    delete from guest_marks
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode}
      and mark = any(${lookedUp(guest)}::text[]) and customer_id = ${guest.id}`;
}

/** Makes a guest found by its new marks, and no longer by those that gave way to them. */
export async function moveMarks(tx: Tx, customerId: string, before: GuestMarks, after: GuestMarks): Promise<void> {
  const [old, current] = [lookedUp(before), lookedUp(after)];
  const added = current.filter((mark) => !old.includes(mark));
  const dropped = old.filter((mark) => !current.includes(mark));
  if (added.length === 0) return; // marks only give way to newer ones
  await tx.sql`
    with dropped as (
      delete from guest_marks
      where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode}
        and mark = any(${dropped}::text[]) and customer_id = ${customerId})
    insert into guest_marks (merchant_id, livemode, mark, customer_id)
    select ${tx.scope.merchantId}, ${tx.scope.livemode}, mark, ${customerId} from unnest(${added}::text[]) as mark`;
}
