import { acrossMerchants, fragment } from '@mizan/service-kit';

/** The journals that captures and refunds must have posted in the transactions that moved the money. */
const authorizing = fragment`
  select 'capture' as kind, charge_id || ':cap:' || n as source from captures where ${acrossMerchants} and status = 'SUCCEEDED'
  union all select 'availability', journal_source from balance_transactions where type = 'charge' and status = 'available'
  union all select 'float', journal_source from balance_transactions where type = 'adjustment' and source_id is null
  union all select 'receipt', id from charges where status = 'FAILED' and amount_reported > 0
  union all select case when gross > 0 then 'receipt' else 'receipt_reversal' end, journal_source
    from balance_transactions where type = 'adjustment' and source_id is not null
  union all select 'refund', id from refunds
  union all select 'refund_settlement', id from refunds where is_settled
  union all select 'refund_failure', id from refunds where status in ('FAILED', 'CANCELED')`;

/** The journals that follow by event. */
const recording = fragment`
  select 'sale' as kind, charge_id || ':cap:' || n as source from captures where ${acrossMerchants} and status = 'SUCCEEDED'
  union all select 'refund_reversal', id from refunds
  union all select 'refund_restoral', id from refunds where status in ('FAILED', 'CANCELED')`;

/** Sources that were posted more than once; the unique index forbids it. */
export const checkRepeated = fragment`
  select source_kind || ' ' || source_id as subject, 'posted ' || count(*) || ' times' as detail
  from ledger_tx where ${acrossMerchants} group by source_kind, source_id having count(*) > 1`;

export const checkMissing = fragment`
  select kind || ' ' || source as subject, 'was never posted' as detail from (${authorizing}) as expected
  where not exists (select from ledger_tx where ${acrossMerchants} and source_kind = kind and source_id = source)`;

export const checkRecording = fragment`
  select kind || ' ' || source as subject, 'has not arrived yet' as detail from (${recording}) as expected
  where not exists (select from ledger_tx where ${acrossMerchants} and source_kind = kind and source_id = source)`;

/** An emptied test mode keeps its journals, which the reset has closed, and has no payments that they could be founded on. */
const closed = fragment`
  select from ledger_tx reset
  where ${acrossMerchants} and reset.source_kind = 'reset' and reset.merchant_id = ledger_tx.merchant_id
    and reset.livemode = ledger_tx.livemode and reset.id >= ledger_tx.id`;

export const checkUnfounded = fragment`
  select source_kind || ' ' || source_id as subject, 'was posted for nothing' as detail
  from ledger_tx left join (${authorizing} union all ${recording}) as founded
    on founded.kind = source_kind and founded.source = source_id
  where ${acrossMerchants} and founded.kind is null and not exists (${closed})`;

/** Journals of captures and refunds by the line that carries the whole amount. */
export const checkAmounts = fragment`
  with whole as (
    select 'capture' as kind, charge_id || ':cap:' || n as source, 'processor_clearing' as account, -amount as amount
    from captures where ${acrossMerchants} and status = 'SUCCEEDED'
    union all select 'sale', charge_id || ':cap:' || n, 'merchant_sales', amount from captures where status = 'SUCCEEDED'
    union all select 'refund', id, 'refund_clearing', amount from refunds
    union all select 'refund_settlement', id, 'processor_clearing', amount from refunds where is_settled
    union all select 'receipt', id, 'processor_clearing', -amount_reported from charges where status = 'FAILED' and amount_reported > 0
    union all select 'refund_failure', id, 'merchant_available', amount from refunds where status in ('FAILED', 'CANCELED')
    union all select 'refund_reversal', id, 'merchant_sales', -amount from refunds
    union all select 'refund_restoral', id, 'merchant_sales', amount from refunds where status in ('FAILED', 'CANCELED'))
  select kind || ' ' || source as subject,
    whole.account || ' moved by ' || coalesce(entry.amount, 0) || ' instead of ' || whole.amount as detail
  from whole join ledger_tx tx on tx.source_kind = kind and tx.source_id = source
    left join ledger_entries entry on entry.tx_id = tx.id and entry.account = whole.account
  where coalesce(entry.amount, 0) <> whole.amount`;
