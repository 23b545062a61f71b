import { acrossMerchants, type SystemReader } from '@mizan/service-kit';
import type { MailRow } from './mail.entity.ts';
import { mails } from './mail.table.ts';

/** Accounts looked at by one claim, so that it stays short while a server is down and mail of all of them waits. */
const accountsPerClaim = 500;
/** Of one account that a process sends at the same time, so that a long queue, or a slow server of one, delays no other. */
const perAccount = 4;
/** Longer than writing a mail and handing it to the server may take until the end of the message is announced. */
export const leaseSeconds = 90;

type Claimed =
  'id' | 'merchantId' | 'livemode' | 'template' | 'aboutId' | 'eventId' | 'recipient' | 'attempts' | 'queuedAt';

/** A mail that this process may now send. */
export interface ClaimedMail extends Pick<MailRow, Claimed> {
  readonly claimId: string;
}

/** What to claim. */
interface ClaimRequest {
  readonly livemode: boolean;
  /** How many at most. */
  readonly free: number;
  /** How many this process is sending, by account. */
  readonly leased: ReadonlyMap<string, number>;
  /** The account after which to begin; empty for the first. */
  readonly after: string;
  /** Real time. */
  readonly now: Date;
}

export interface MailClaim {
  readonly mails: readonly ClaimedMail[];
  /** Where the next claim continues; undefined after the last account. */
  readonly reached: string | undefined;
}

/**
 * Leases due mails of one mode, a few of each account, beginning with the accounts after one. The recursive part goes from
 * account to account along the index, so that a long queue costs as much as a short one. A lease is the time at which the
 * mail is due again: nothing has to be undone when a process dies.
 */
export async function claimDueMails(
  db: SystemReader,
  { livemode, free, leased, after, now }: ClaimRequest,
): Promise<MailClaim> {
  const rows = await db.sql<Omit<ClaimedMail, 'id'> & { id: string | null; reached: string | null; visited: number }>`
    with recursive accounts (merchant_id, place) as (
      (select merchant_id, 1 from mails
       where ${acrossMerchants} and livemode = ${livemode} and status = 'PENDING' and merchant_id > ${after}
       order by merchant_id limit 1)
      union all
      select (select m.merchant_id from mails m
              where ${acrossMerchants} and m.livemode = ${livemode} and m.status = 'PENDING' and m.merchant_id > a.merchant_id
              order by m.merchant_id limit 1), place + 1
      from accounts a where a.merchant_id is not null and place < ${accountsPerClaim}),
    ours as materialized (select * from unnest(${[...leased.keys()]}::text[], ${[...leased.values()]}::int[]) as o (id, leased)),
    due as materialized (
      select m.id from accounts a left join ours o on o.id = a.merchant_id cross join lateral (
        select id from mails m
        where m.livemode = ${livemode} and m.merchant_id = a.merchant_id and m.status = 'PENDING' and m.next_at <= ${now}
        order by m.next_at limit greatest(${perAccount}::int - coalesce(o.leased, 0), 0) for update skip locked) m
      limit ${free}),
    claimed as (
      update mails set claim_id = gen_random_uuid(), attempts = attempts + 1,
        next_at = ${now}::timestamptz + ${leaseSeconds}::int * interval '1 second'
      where ${acrossMerchants} and id = any(array(select id from due))
      returning ${mails.pick('id', 'merchantId', 'livemode', 'template', 'aboutId', 'eventId', 'recipient', 'attempts', 'queuedAt', 'claimId')})
    select (select max(merchant_id) from accounts) as reached, (select count(*)::int from accounts) as visited, claimed.*
    from (select) as always left join claimed on true`;
  const claimed = rows.flatMap(({ id, reached: _reached, visited: _visited, ...mail }) =>
    id === null ? [] : [{ id, ...mail }],
  );
  const [first] = rows;
  const isCut = (first?.visited ?? 0) >= accountsPerClaim || claimed.length >= free;
  const last = claimed.length >= free ? maxOf(claimed) : first?.reached;
  return { mails: claimed, reached: isCut ? (last ?? undefined) : undefined };
}

const maxOf = (claimed: readonly ClaimedMail[]): string | undefined =>
  claimed
    .map(({ merchantId }) => merchantId)
    .sort((a, b) => (a < b ? -1 : 1))
    .at(-1);
