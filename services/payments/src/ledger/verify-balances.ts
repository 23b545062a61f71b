import { acrossMerchants, fragment, type Fragment } from '@mizan/service-kit';
import { merchantHeldAccounts } from './journals.ts';
import { storedAccounts } from './post-journals.ts';
import type { VerifiedPart } from './verified-part.ts';

/**
 * Journals whose lines do not sum to zero in a currency, or that mix merchants, modes, or money that the platform holds
 * with money that merchants hold.
 */
export const checkUnbalanced = ({ journals }: VerifiedPart): Fragment => fragment`
  select tx.source_kind || ' ' || tx.source_id as subject,
    coalesce(entry.currency, '-') || ' is out of balance by ' || coalesce(sum(entry.amount), 0) as detail
  from ledger_entries entry left join ledger_tx tx on tx.id = entry.tx_id
  where ${acrossMerchants} and ${journals(fragment`entry.tx_id`)}
  group by tx.id, entry.currency, entry.account = any (${merchantHeldAccounts}::text[])
  having sum(entry.amount) <> 0
    or bool_or(tx.id is null or entry.merchant_id <> tx.merchant_id or entry.livemode <> tx.livemode)`;

/** Sums of entries: all of them one by one, or the kept sums and the entries since. */
const summed = ({ summedThrough }: VerifiedPart): Fragment => {
  const entries = fragment`
    select merchant_id, livemode, account, currency, amount from ledger_entries
    where ${acrossMerchants} and account = any (${storedAccounts}::text[])`;
  if (summedThrough === null) return entries;
  return fragment`
    select merchant_id, livemode, account, currency, amount from ledger_sums where ${acrossMerchants}
    union all ${entries} and tx_id > ${summedThrough}`;
};

/** Stored balances that are not the sum of their entries, and sums that are not stored. */
export const checkBalances = (part: VerifiedPart): Fragment => fragment`
  with summed as (
    select merchant_id, livemode, account, currency, sum(amount) as balance from (${summed(part)}) as entry
    group by merchant_id, livemode, account, currency),
  kept as (
    select merchant_id, livemode, account, currency, sum(balance) as balance from ledger_accounts
    group by merchant_id, livemode, account, currency)
  select concat_ws(' ', merchant_id, case when livemode then 'live' else 'test' end, account, currency) as subject,
    'stored ' || coalesce(kept.balance, 0) || ', entries sum to ' || coalesce(summed.balance, 0) as detail
  from summed full join kept using (merchant_id, livemode, account, currency)
  where coalesce(kept.balance, 0) <> coalesce(summed.balance, 0)`;

/** Merchants whose movements do not sum to what they own: all in all, what is pending, or what they hold themselves. */
export const checkMovements = (): Fragment => fragment`
  with moved as (
    select merchant_id, livemode, currency, sum(net) as net, coalesce(sum(net) filter (where status = 'pending'), 0) as pending,
      coalesce(sum(gross) filter (where is_merchant_held), 0) as held
    from balance_transactions where ${acrossMerchants} group by merchant_id, livemode, currency),
  owned as (
    select merchant_id, livemode, currency, sum(balance) as net,
      coalesce(sum(balance) filter (where account = 'merchant_pending'), 0) as pending,
      coalesce(sum(balance) filter (where account = 'held_by_merchant'), 0) as held
    from ledger_accounts group by merchant_id, livemode, currency)
  select concat_ws(' ', merchant_id, case when livemode then 'live' else 'test' end, currency) as subject,
    format('movements sum to %s (pending %s, held by the merchant %s), balances to %s (pending %s, held by the merchant %s)',
      coalesce(moved.net, 0), coalesce(moved.pending, 0), coalesce(moved.held, 0),
      coalesce(owned.net, 0), coalesce(owned.pending, 0), coalesce(owned.held, 0)) as detail
  from moved full join owned using (merchant_id, livemode, currency)
  where (coalesce(moved.net, 0), coalesce(moved.pending, 0), coalesce(moved.held, 0))
    <> (coalesce(owned.net, 0), coalesce(owned.pending, 0), coalesce(owned.held, 0))`;
