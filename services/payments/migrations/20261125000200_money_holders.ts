import { Migration } from '@mikro-orm/migrations';

/**
 * Separates money that merchants receive themselves from money that the platform holds: what was booked so far of charges
 * that settle to the merchant moves to accounts of its own, by one journal for each charge, and from now on the database
 * refuses journals that move money between the two. Nothing changes for other charges.
 */
export class MoneyHolders extends Migration {
  override up(): void {
    this.addSql('alter table balance_transactions add column is_merchant_held boolean not null default false');
    this.addSql(`create or replace function ledger_tx_balanced() returns trigger language plpgsql as $$
      begin
        if exists (select from payments.ledger_entries where tx_id = new.tx_id
            group by currency, account in (${merchantHeld}) having sum(amount) <> 0) then
          raise exception 'ledger tx % is out of balance', new.tx_id using errcode = '23514';
        end if;
        return null;
      end $$`);
    this.addSql(reclassify);
  }

  override down(): void {
    this.addSql('alter table balance_transactions drop column is_merchant_held');
    this.addSql(`create or replace function ledger_tx_balanced() returns trigger language plpgsql as $$
      begin
        if exists (select from payments.ledger_entries where tx_id = new.tx_id group by currency having sum(amount) <> 0) then
          raise exception 'ledger tx % is out of balance', new.tx_id using errcode = '23514';
        end if;
        return null;
      end $$`);
  }
}

const merchantHeld = `'held_by_merchant', 'merchant_processor_clearing', 'merchant_refund_clearing'`;

/**
 * What the journals of a charge left in the clearing accounts of the platform is the merchant's: both clearing accounts and
 * what the merchant can use of them. What was pending of it is the platform's fee then, and is usable, too.
 */
export const reclassify = `
  with owned as (
    select charges.id as charge_id, merchant_id, livemode, source.id as source_id from charges
      cross join lateral (select charges.id union all select refunds.id from refunds where refunds.charge_id = charges.id) as source
    where settles_to = 'merchant'),
  booked as (
    select charge_id, owned.merchant_id, owned.livemode, entry.account, entry.currency, sum(entry.amount) as amount
    from owned cross join lateral (
        select kind, owned.source_id as id
        from unnest(array['receipt', 'receipt_reversal', 'refund', 'refund_settlement', 'refund_failure']) as kind
        union all
        select kind, charge_id || ':cap:' || n from captures cross join unnest(array['capture', 'availability']) as kind
        where captures.charge_id = owned.source_id) as source
      join ledger_tx tx on tx.source_kind = source.kind and tx.source_id = source.id
      join ledger_entries entry on entry.tx_id = tx.id
    group by charge_id, owned.merchant_id, owned.livemode, entry.account, entry.currency),
  charged as (
    select charge_id, merchant_id, livemode, currency,
      coalesce(sum(amount) filter (where account = 'processor_clearing'), 0) as processor,
      coalesce(sum(amount) filter (where account = 'refund_clearing'), 0) as refunds,
      coalesce(sum(amount) filter (where account = 'merchant_pending'), 0) as pending
    from booked group by charge_id, merchant_id, livemode, currency),
  journal as (
    insert into ledger_tx (merchant_id, livemode, source_kind, source_id, created_at)
    select merchant_id, livemode, 'reclassification', charge_id, now() from charged
    returning id, source_id),
  line as (
    select journal.id as tx_id, charged.merchant_id, livemode, currency, moved.account, moved.amount
    from charged join journal on journal.source_id = charged.charge_id
      cross join lateral (values
        ('processor_clearing', -processor), ('merchant_processor_clearing', processor),
        ('refund_clearing', -refunds), ('merchant_refund_clearing', refunds),
        ('merchant_pending', -pending), ('merchant_available', pending + processor + refunds),
        ('held_by_merchant', -processor - refunds)) as moved (account, amount)
    where moved.amount <> 0),
  entered as (
    insert into ledger_entries (tx_id, account, currency, merchant_id, livemode, amount)
    select tx_id, account, currency, merchant_id, livemode, amount from line),
  stored as (
    insert into ledger_accounts (merchant_id, livemode, account, currency, slot, balance)
    select merchant_id, livemode, account, currency, 0, sum(amount) from line
    where account in ('held_by_merchant', 'merchant_available', 'merchant_pending')
    group by merchant_id, livemode, account, currency
    on conflict (merchant_id, livemode, account, currency, slot) do update
      set balance = ledger_accounts.balance + excluded.balance),
  announced as (
    insert into balance_dues (merchant_id, livemode) select distinct merchant_id, livemode from charged)
  update balance_transactions set is_merchant_held = true, status = 'available', available_on = least(available_on, now())
  from owned
  where balance_transactions.merchant_id = owned.merchant_id and balance_transactions.livemode = owned.livemode
    and balance_transactions.source_id = owned.source_id`;
