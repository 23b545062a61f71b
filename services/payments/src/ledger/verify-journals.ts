import { acrossMerchants, fragment, type Fragment } from '@mizan/service-kit';
import type { VerifiedPart } from './verified-part.ts';

/** The journals that must have been posted in the transactions that moved the money. */
const authorizing = ({ charges, payouts, movements, isWhole }: VerifiedPart): Fragment => fragment`
  select 'capture' as kind, charge_id || ':cap:' || n as source from captures
    where ${acrossMerchants} and status = 'SUCCEEDED' and ${charges(fragment`charge_id`)}
  union all select 'availability', journal_source from balance_transactions
    where type = 'charge' and status = 'available' and not is_merchant_held and ${movements}
  union all select 'float', journal_source from balance_transactions
    where ${isWhole} and type = 'adjustment' and source_id is null
  union all select 'receipt', id from charges where status = 'FAILED' and amount_reported > 0 and ${charges(fragment`id`)}
  union all select case when gross > 0 then 'receipt' else 'receipt_reversal' end, journal_source
    from balance_transactions where type = 'adjustment' and source_type = 'charge' and ${movements}
  union all select 'refund_settlement', journal_source from balance_transactions
    where type = 'adjustment' and source_type = 'refund' and ${movements}
  union all select 'refund', id from refunds where ${charges(fragment`charge_id`)}
  union all select 'refund_settlement', id from refunds where is_settled and ${charges(fragment`charge_id`)}
  union all select 'refund_failure', id from refunds
    where status in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)}
  union all select 'dispute', id from disputes
    where balance_transaction_id is not null and ${charges(fragment`charge_id`)}
  union all select 'dispute_reversal', id from disputes
    where reversal_balance_transaction_id is not null and ${charges(fragment`charge_id`)}
  union all select 'payout', id from payouts where ${payouts(fragment`id`)}
  union all select 'payout_settlement', id from payouts where (status = 'PAID' or is_returned) and ${payouts(fragment`id`)}
  union all select 'payout_failure', id from payouts where status in ('FAILED', 'CANCELED') and ${payouts(fragment`id`)}`;

/** The journals that follow by event. */
const recording = ({ charges }: VerifiedPart): Fragment => fragment`
  select 'sale' as kind, charge_id || ':cap:' || n as source from captures
    where ${acrossMerchants} and status = 'SUCCEEDED' and ${charges(fragment`charge_id`)}
  union all select 'refund_reversal', id from refunds where ${charges(fragment`charge_id`)}
  union all select 'refund_restoral', id from refunds
    where status in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)}`;

/** Sources that were posted more than once; the unique index forbids it. */
export const checkRepeated = ({ journals }: VerifiedPart): Fragment => fragment`
  select source_kind || ' ' || source_id as subject, 'posted ' || count(*) || ' times' as detail
  from ledger_tx where ${acrossMerchants} and ${journals(fragment`id`)} group by source_kind, source_id having count(*) > 1`;

export const checkMissing = (part: VerifiedPart): Fragment => fragment`
  select kind || ' ' || source as subject, 'was never posted' as detail from (${authorizing(part)}) as expected
  where not exists (select from ledger_tx where ${acrossMerchants} and source_kind = kind and source_id = source)`;

/** An emptied test mode keeps its journals, which the reset has closed, and has no payments that they could be founded on. */
const closed = (journal: Fragment): Fragment => fragment`
  select from ledger_tx reset
  where ${acrossMerchants} and reset.source_kind = 'reset' and reset.merchant_id = ${journal}.merchant_id
    and reset.livemode = ${journal}.livemode and reset.id >= ${journal}.id`;

/** What each journal of moved money is followed by. */
export const checkRecording = ({ recorded }: VerifiedPart): Fragment => fragment`
  select kind || ' ' || source_id as subject, 'has not arrived yet' as detail
  from (values ('capture', 'sale'), ('refund', 'refund_reversal'), ('refund_failure', 'refund_restoral')) as following (after, kind)
    join ledger_tx moved on moved.source_kind = following.after
  where ${acrossMerchants} and ${recorded(fragment`moved.id`)} and not exists (${closed(fragment`moved`)})
    and not exists (select from ledger_tx where source_kind = kind and source_id = moved.source_id)`;

/**
 * Journals of charges whose money the merchant received itself that were posted as if the platform held it, and the ones
 * that took it where it belongs.
 */
const reclassified = ({ charges }: VerifiedPart): Fragment => fragment`
  select 'reclassification' as kind, id as source from charges
    where ${acrossMerchants} and settles_to = 'merchant' and ${charges(fragment`id`)}
  union all select 'availability', moved.journal_source from balance_transactions moved
    join ledger_tx reclassification on source_kind = 'reclassification' and reclassification.source_id = moved.source_id
    where ${acrossMerchants} and moved.type = 'charge' and ${charges(fragment`moved.source_id`)}`;

/** A difference of sets, because Postgres takes recent journals for few and would look through all the rest for each of them. */
export const checkUnfounded = (part: VerifiedPart): Fragment => fragment`
  select kind || ' ' || source as subject, 'was posted for nothing' as detail
  from (
    select source_kind as kind, source_id as source from ledger_tx
    where ${acrossMerchants} and ${part.journals(fragment`ledger_tx.id`)} and (${part.isWhole} or source_kind <> 'float')
      and not exists (${closed(fragment`ledger_tx`)})
    except
    select kind, source from (${authorizing(part)} union all ${recording(part)} union all ${reclassified(part)}) as founded
  ) as unfounded`;

/** Whether a journal was posted while all money was booked as held by the platform. */
const isOlderThanHolders = (tx: Fragment): Fragment => fragment`
  exists (select from ledger_tx later
    where ${acrossMerchants} and later.source_kind = 'reclassification' and later.source_id = whole.charge_id and later.id > ${tx}.id)`;

/**
 * Journals of captures and refunds by the line that carries the whole amount, in the account of who received the money.
 * What else they say follows, because what the platform holds and what merchants hold each sum to zero.
 */
export const checkAmounts = ({ charges, payouts }: VerifiedPart): Fragment => fragment`
  with whole as (
    select 'capture' as kind, charge_id || ':cap:' || n as source, charge_id, 'processor_clearing' as account, -amount as amount
    from captures where ${acrossMerchants} and status = 'SUCCEEDED' and ${charges(fragment`charge_id`)}
    union all select 'sale', charge_id || ':cap:' || n, charge_id, 'merchant_sales', amount from captures
      where status = 'SUCCEEDED' and ${charges(fragment`charge_id`)}
    union all select 'refund', id, charge_id, 'refund_clearing', amount from refunds where ${charges(fragment`charge_id`)}
    union all select 'refund', id, charge_id, 'platform_fee', fee_amount from refunds
      where fee_amount > 0 and ${charges(fragment`charge_id`)}
    union all select 'refund_settlement', id, charge_id,
      case when reimbursement_balance_transaction_id is null then 'processor_clearing' else 'merchant_available' end, amount
      from refunds where is_settled and ${charges(fragment`charge_id`)}
    union all select 'dispute', id, charge_id, 'processor_clearing', amount from disputes
      where balance_transaction_id is not null and ${charges(fragment`charge_id`)}
    union all select 'dispute', id, charge_id, 'platform_fee', fee_amount from disputes
      where balance_transaction_id is not null and fee_amount > 0 and ${charges(fragment`charge_id`)}
    union all select 'dispute_reversal', id, charge_id, 'processor_clearing', -amount from disputes
      where reversal_balance_transaction_id is not null and ${charges(fragment`charge_id`)}
    union all select 'receipt', id, id, 'processor_clearing', -amount_reported from charges
      where status = 'FAILED' and amount_reported > 0 and ${charges(fragment`id`)}
    union all select 'refund_failure', id, charge_id, 'merchant_available', amount from refunds
      where status in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)}
    union all select 'refund_reversal', id, charge_id, 'merchant_sales', -amount from refunds where ${charges(fragment`charge_id`)}
    union all select 'refund_restoral', id, charge_id, 'merchant_sales', amount from refunds
      where status in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)}),
  posted as (
    select kind, source, whole.amount as amount, tx.id as tx_id,
      case when charges.settles_to = 'platform' or ${isOlderThanHolders(fragment`tx`)} then whole.account
        else coalesce(held.account, whole.account) end as account
    from whole join ledger_tx tx on tx.source_kind = kind and tx.source_id = source
      join charges on charges.id = whole.charge_id
      left join (values ('processor_clearing', 'merchant_processor_clearing'), ('refund_clearing', 'merchant_refund_clearing'),
        ('merchant_available', 'held_by_merchant')) as held (platform, account) on held.platform = whole.account)
  select kind || ' ' || source as subject,
    posted.account || ' moved by ' || coalesce(entry.amount, 0) || ' instead of ' || posted.amount as detail
  from posted left join ledger_entries entry on entry.tx_id = posted.tx_id and entry.account = posted.account
  where coalesce(entry.amount, 0) <> posted.amount
  union all
  select tx.source_kind || ' ' || tx.source_id, moved.account || ' moved by ' || coalesce(entry.amount, 0) || ' instead of '
    || case when tx.source_kind = 'payout' then payouts.amount else -payouts.amount end
  from payouts join ledger_tx tx on tx.source_id = payouts.id and tx.source_kind in ('payout', 'payout_settlement', 'payout_failure')
    cross join lateral (select case when tx.source_kind = 'payout_failure' and payouts.is_returned
      then 'processor_clearing' else 'payout_clearing' end as account) moved
    left join ledger_entries entry on entry.tx_id = tx.id and entry.account = moved.account
  where ${payouts(fragment`payouts.id`)}
    and coalesce(entry.amount, 0) <> case when tx.source_kind = 'payout' then payouts.amount else -payouts.amount end`;
