import { acrossMerchants, fragment, type Fragment } from '@mizan/service-kit';
import type { VerifiedPart } from './verified-part.ts';

/** The journals that captures and refunds must have posted in the transactions that moved the money. */
const authorizing = ({ charges, movements, isWhole }: VerifiedPart): Fragment => fragment`
  select 'capture' as kind, charge_id || ':cap:' || n as source from captures
    where ${acrossMerchants} and status = 'SUCCEEDED' and ${charges(fragment`charge_id`)}
  union all select 'availability', journal_source from balance_transactions
    where type = 'charge' and status = 'available' and ${movements}
  union all select 'float', journal_source from balance_transactions
    where ${isWhole} and type = 'adjustment' and source_id is null
  union all select 'receipt', id from charges where status = 'FAILED' and amount_reported > 0 and ${charges(fragment`id`)}
  union all select case when gross > 0 then 'receipt' else 'receipt_reversal' end, journal_source
    from balance_transactions where type = 'adjustment' and source_id is not null and ${movements}
  union all select 'refund', id from refunds where ${charges(fragment`charge_id`)}
  union all select 'refund_settlement', id from refunds where is_settled and ${charges(fragment`charge_id`)}
  union all select 'refund_failure', id from refunds
    where status in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)}`;

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

/** A difference of sets, because Postgres takes recent journals for few and would look through all the rest for each of them. */
export const checkUnfounded = (part: VerifiedPart): Fragment => fragment`
  select kind || ' ' || source as subject, 'was posted for nothing' as detail
  from (
    select source_kind as kind, source_id as source from ledger_tx
    where ${acrossMerchants} and ${part.journals(fragment`ledger_tx.id`)} and (${part.isWhole} or source_kind <> 'float')
      and not exists (${closed(fragment`ledger_tx`)})
    except
    select kind, source from (${authorizing(part)} union all ${recording(part)}) as founded
  ) as unfounded`;

/** Journals of captures and refunds by the line that carries the whole amount. */
export const checkAmounts = ({ charges }: VerifiedPart): Fragment => fragment`
  with whole as (
    select 'capture' as kind, charge_id || ':cap:' || n as source, 'processor_clearing' as account, -amount as amount
    from captures where ${acrossMerchants} and status = 'SUCCEEDED' and ${charges(fragment`charge_id`)}
    union all select 'sale', charge_id || ':cap:' || n, 'merchant_sales', amount from captures
      where status = 'SUCCEEDED' and ${charges(fragment`charge_id`)}
    union all select 'refund', id, 'refund_clearing', amount from refunds where ${charges(fragment`charge_id`)}
    union all select 'refund_settlement', id, 'processor_clearing', amount from refunds where is_settled and ${charges(fragment`charge_id`)}
    union all select 'receipt', id, 'processor_clearing', -amount_reported from charges
      where status = 'FAILED' and amount_reported > 0 and ${charges(fragment`id`)}
    union all select 'refund_failure', id, 'merchant_available', amount from refunds
      where status in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)}
    union all select 'refund_reversal', id, 'merchant_sales', -amount from refunds where ${charges(fragment`charge_id`)}
    union all select 'refund_restoral', id, 'merchant_sales', amount from refunds
      where status in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)})
  select kind || ' ' || source as subject,
    whole.account || ' moved by ' || coalesce(entry.amount, 0) || ' instead of ' || whole.amount as detail
  from whole join ledger_tx tx on tx.source_kind = kind and tx.source_id = source
    left join ledger_entries entry on entry.tx_id = tx.id and entry.account = whole.account
  where coalesce(entry.amount, 0) <> whole.amount`;
