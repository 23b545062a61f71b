import type { Reader } from '@mizan/service-kit';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { customerColumns } from '../customer/customer.resource.ts';
import { cardMarkFor, lookedUp, noMarks, withMarks, type BuyerMarks } from '../customer/guest-marks.ts';

/** More guests than this are not merged at once; the rest are with the next checkout. */
const matchesMax = 50;

/** How a customer was recognised; the smaller, the surer. */
const byCard = 4;

type Match = CustomerRow & { readonly rank: number };

/**
 * The customers whom these marks belong to, best first: (1) anybody with the e-mail, (2) a guest who used it before,
 * (3) a guest with the phone whose e-mails do not contradict, (4) a guest with the card whose e-mails and phones do not
 * contradict, (5) the guest of an earlier attempt of the same checkout; the oldest of several. A registered customer is
 * alone: nobody is ever merged with it.
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
  const { merchantId, livemode } = reader.scope;
  // Each part is found by its own index; `offset 0` keeps Postgres from joining the parts over the whole table.
  // Ids sort by time, so the oldest guests with the card are among the first of them.
  const matches = await reader.sql<Match>`
    with earlier as (
      select coalesce(merged_into, id) as id from customers
      where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${earlierGuestId})
    select ${customerColumns}, hit.rank
    from (
      select id from customers
      where merchant_id = ${merchantId} and livemode = ${livemode} and merged_into is null and lower(email) = lower(${email})
      union
      select customer_id from guest_marks
      where merchant_id = ${merchantId} and livemode = ${livemode}
        and mark = any(${lookedUp({ guestEmails, guestPhones, guestCards: [] })}::text[])
      union
      (select customer_id from guest_marks
      where merchant_id = ${merchantId} and livemode = ${livemode} and mark = ${cardMarkFor(marks)}
      order by customer_id limit ${matchesMax})
      union
      select id from earlier
    ) as candidate
    cross join lateral (
      select * from customers
      where merchant_id = ${merchantId} and livemode = ${livemode} and id = candidate.id and merged_into is null offset 0
    ) as customers
    cross join lateral (
      select case
        when lower(email) = lower(${email}) then 1
        when type <> 'guest' then null
        when guest_emails @> array[${email}] then 2
        when ${email !== null} and guest_emails <> '{}' then null
        when guest_phones @> array[${phone}] then 3
        when ${phone !== null} and guest_phones <> '{}' then null
        when guest_cards @> array[${card}] then ${byCard}::int
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

/**
 * Whom a card alone brings together must not be told apart by e-mail or phone: several people pay with a family's card,
 * and whoever names neither is the oldest of them without making one person of all.
 */
function withoutContradictions(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of matches)
    if (match.rank < byCard || !kept.some((each) => contradicts(each, match))) kept.push(match);
  return kept;
}

const contradicts = (one: CustomerRow, other: CustomerRow): boolean =>
  areDisjoint(one.guestEmails, other.guestEmails) || areDisjoint(one.guestPhones, other.guestPhones);

const areDisjoint = (some: readonly string[], others: readonly string[]): boolean =>
  some.length > 0 && others.length > 0 && !some.some((mark) => others.includes(mark));
