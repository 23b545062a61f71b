import { fragment, type Fragment, own, type Reader } from '@mizan/service-kit';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { customers } from '../customer/customer.table.ts';
import { cardKeyOf, noMarks, phoneKeyOf, withMarks, type BuyerMarks } from '../customer/guest-marks.ts';

/** At most this many guests are merged at once; the next checkout merges the rest. */
const matchesMax = 50;

/** Rank of a customer recognized by a card; a lower rank is a surer match. */
const cardRank = 4;

type Match = CustomerRow & { readonly rank: number };

/**
 * Finds the customers that a buyer's marks belong to, best match first: (1) a customer with the e-mail, (2) a guest
 * that used it before, (3) a guest with the phone whose e-mails do not contradict, (4) a guest with the card whose
 * e-mails and phones do not contradict, (5) the guest of an earlier attempt of the same checkout; within a rank, the
 * oldest first. A registered customer is returned alone: no guest is ever merged with it.
 */
export async function recognizeBuyer(
  reader: Reader,
  buyer: BuyerMarks & { readonly earlierGuestId?: string | null | undefined },
): Promise<CustomerRow[]> {
  const marks = withMarks(noMarks, buyer);
  const { guestEmails, guestPhones, guestCards } = marks;
  const [email, phone, card] = [guestEmails[0] ?? null, guestPhones[0] ?? null, guestCards[0] ?? null];
  const earlierGuestId = buyer.earlierGuestId ?? null;
  if (email === null && phone === null && card === null && earlierGuestId === null) return [];
  // Each part uses its own index; `offset 0` keeps Postgres from joining the parts over the whole table.
  const matches = await reader.sql<Match>`
    with earlier as (
      select coalesce(merged_into, id) as id from customers where ${own(reader)} and id = ${earlierGuestId})
    select ${customers.columns}, hit.rank
    from (
      select id from customers where ${own(reader)} and merged_into is null and lower(email) = lower(${email})
      union
      ${guestsWith(reader, email === null ? null : `email:${email}`)}
      union
      ${guestsWith(reader, phoneKeyOf(marks))}
      union
      ${guestsWith(reader, cardKeyOf(marks))}
      union
      select id from earlier
    ) as candidate
    cross join lateral (
      select * from customers where ${own(reader)} and id = candidate.id and merged_into is null offset 0
    ) as customers
    cross join lateral (
      select case
        when lower(email) = lower(${email}) then 1
        when type <> 'guest' then null
        when guest_emails @> array[${email}] then 2
        when ${email !== null} and guest_emails <> '{}' then null
        when guest_phones @> array[${phone}] then 3
        when ${phone !== null} and guest_phones <> '{}' then null
        when guest_cards @> array[${card}] then ${cardRank}::int
        when customers.id = (select id from earlier) then 5
      end as rank
    ) as hit
    where hit.rank is not null
    order by hit.rank, created_at, id limit ${matchesMax}`;
  const [best] = matches;
  return (best?.type === 'registered' ? [best] : withoutContradictions(matches)).map(
    ({ rank: _rank, ...customer }) => customer,
  );
}

/** The oldest guests with a mark, whose ids sort by time: more of them than can be merged at once are not read. */
const guestsWith = (reader: Reader, mark: string | null): Fragment => fragment`
  (select customer_id from guest_marks where ${own(reader)} and mark = ${mark} order by customer_id limit ${matchesMax})`;

/**
 * Drops guests matched by the card alone whose e-mails or phones contradict those of a better match: a family may share
 * a card. A buyer who gives neither e-mail nor phone is the oldest of them, without merging them all.
 */
function withoutContradictions(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of matches)
    if (match.rank < cardRank || !kept.some((each) => contradicts(each, match))) kept.push(match);
  return kept;
}

const contradicts = (one: CustomerRow, other: CustomerRow): boolean =>
  areDisjoint(one.guestEmails, other.guestEmails) || areDisjoint(one.guestPhones, other.guestPhones);

const areDisjoint = (some: readonly string[], others: readonly string[]): boolean =>
  some.length > 0 && others.length > 0 && !some.some((mark) => others.includes(mark));
