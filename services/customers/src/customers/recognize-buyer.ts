import type { Reader } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { customerColumns } from './customer.resource.ts';
import { lookedUp, noMarks, withMarks, type BuyerMarks } from './guest-marks.ts';

/** More guests than this are not merged at once; the rest are with the next checkout. */
const matchesMax = 50;

/**
 * The customers whom these marks belong to, best first: (1) anybody with the e-mail, (2) a guest who used it before,
 * (3) a guest with the phone whose e-mails do not contradict, (4) a guest with the card whose e-mails and phones do not
 * contradict; the oldest of several. A registered customer is alone: nobody is ever merged with it.
 */
export async function recognizeBuyer(reader: Reader, marks: BuyerMarks): Promise<CustomerRow[]> {
  const { guestEmails, guestPhones, guestCards } = withMarks(noMarks, marks);
  const [email, phone, card] = [guestEmails[0] ?? null, guestPhones[0] ?? null, guestCards[0] ?? null];
  if (email === null && phone === null && card === null) return [];
  const { merchantId, livemode } = reader.scope;
  // Each part is found by its own index; `offset 0` keeps Postgres from joining the parts over the whole table.
  const matches = await reader.sql<CustomerRow>`
    select ${customerColumns}
    from (
      select id from customers
      where merchant_id = ${merchantId} and livemode = ${livemode} and merged_into is null and lower(email) = lower(${email})
      union
      select customer_id from guest_marks
      where merchant_id = ${merchantId} and livemode = ${livemode}
        and mark = any(${lookedUp({ guestEmails, guestPhones, guestCards })}::text[])
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
        when guest_cards @> array[${card}] then 4
      end as rank
    ) as hit
    where hit.rank is not null
    order by hit.rank, created_at, id limit ${matchesMax}`;
  return matches[0]?.type === 'registered' ? matches.slice(0, 1) : matches;
}
