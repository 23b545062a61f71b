import type { Tx } from '@mizan/service-kit';
import type { CustomerRow } from './customer.entity.ts';
import { customerColumns } from './customer.resource.ts';
import { normalizeEmail } from './normalize-contact.ts';

/** By what a buyer can be recognised. */
interface Marks {
  email: string | null;
  phone: string | null;
  cardFingerprint: string | null;
}

/**
 * The customer whom these marks belong to, locked; the first hit wins: (1) anybody with the e-mail, (2) a guest who used
 * it before, (3) a guest with the phone whose e-mails do not contradict, (4) a guest with the card whose e-mails and
 * phones do not contradict; the oldest of several.
 */
export async function recognizeBuyer(
  tx: Tx,
  { email, phone, cardFingerprint }: Marks,
): Promise<CustomerRow | undefined> {
  if (email === null && phone === null && cardFingerprint === null) return undefined;
  const lowered = email === null ? null : normalizeEmail(email);
  return tx.one<CustomerRow>`
    select ${customerColumns} from customers
    join lateral (
      select case
        when lower(email) = lower(${lowered}) then 1
        when type <> 'guest' then null
        when guest_emails @> array[${lowered}] then 2
        when ${lowered !== null} and guest_emails <> '{}' then null
        when guest_phones @> array[${phone}] then 3
        when ${phone !== null} and guest_phones <> '{}' then null
        when guest_cards @> array[${cardFingerprint}] then 4
      end as rank
    ) as hit on hit.rank is not null
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and merged_into is null
      and (
        lower(email) = lower(${lowered})
        or type = 'guest' and guest_emails @> array[${lowered}]
        or type = 'guest' and guest_phones @> array[${phone}]
        or type = 'guest' and guest_cards @> array[${cardFingerprint}])
    order by hit.rank, created_at, id limit 1
    for no key update of customers`;
}
