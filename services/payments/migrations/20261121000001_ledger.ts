import { Migration } from '@mikro-orm/migrations';

/** The balance as merchants see it, and the double-entry ledger behind it, which nobody can change afterwards. */
export class Ledger extends Migration {
  override up(): void {
    this.addSql(`create table balance_transactions (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      type text not null,
      gross bigint not null,
      fee bigint not null,
      net bigint not null,
      currency text not null,
      status text not null,
      available_on timestamptz(3) not null,
      fee_details jsonb,
      source_type text,
      source_id text collate "C",
      journal_source text collate "C" not null,
      exchange_rate double precision,
      description text,
      created_at timestamptz(3) not null,
      primary key (id),
      constraint balance_transactions_amounts check (
        net = gross - fee
        and gross >= -999999999999 and gross <= 999999999999
        and fee >= -999999999999 and fee <= 999999999999
      )
    )`);
    this.addSql(
      `create index balance_transactions_newest on balance_transactions (merchant_id, livemode, created_at desc, id desc)`,
    );
    this.addSql(`create index balance_transactions_source on balance_transactions (merchant_id, livemode, source_id)`);
    this.addSql(
      `create index balance_transactions_due on balance_transactions (available_on) where status = 'pending'`,
    );

    this.addSql(`create table balance_announcements (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version integer not null,
      primary key (merchant_id, livemode)
    )`);
    this.addSql(`create table balance_dues (
      id bigserial primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null
    )`);

    this.addSql(`create table ledger_accounts (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      account text collate "C" not null,
      currency text collate "C" not null,
      slot smallint not null,
      balance bigint not null,
      primary key (merchant_id, livemode, account, currency, slot),
      constraint ledger_accounts_balance check (balance >= -9007199254740991 and balance <= 9007199254740991)
    )`);

    this.addSql(`create table ledger_tx (
      id bigserial primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      source_kind text collate "C" not null,
      source_id text collate "C" not null,
      created_at timestamptz(3) not null
    )`);
    this.addSql(`create unique index ledger_tx_source on ledger_tx (source_kind, source_id)`);

    this.addSql(`create table ledger_entries (
      tx_id bigint not null constraint ledger_entries_tx_id_foreign references ledger_tx (id),
      account text collate "C" not null,
      currency text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      amount bigint not null,
      primary key (tx_id, account, currency),
      constraint ledger_entries_amount check (amount <> 0)
    )`);

    this.addSql(balanced);
    this.addSql(`create constraint trigger ledger_tx_balanced after insert on ledger_entries
      deferrable initially deferred for each row execute function ledger_tx_balanced()`);

    this.addSql(immutable);
    for (const table of ['ledger_tx', 'ledger_entries']) {
      this.addSql(`create trigger ${table}_immutable before update or delete on ${table}
        for each row execute function ledger_immutable()`);
      this.addSql(`create trigger ${table}_not_emptied before truncate on ${table}
        for each statement execute function ledger_immutable()`);
    }
    this.addSql(withheld);
  }

  override down(): void {
    for (const table of [
      'ledger_entries',
      'ledger_tx',
      'ledger_accounts',
      'balance_dues',
      'balance_announcements',
      'balance_transactions',
    ])
      this.addSql(`drop table ${table}`);
    this.addSql(`drop function ledger_tx_balanced, ledger_immutable`);
  }
}

/** Checked when the transaction commits, so that the lines of a journal may come in any number of statements. */
const balanced = `create function ledger_tx_balanced() returns trigger language plpgsql as $$
  begin
    if exists (select from payments.ledger_entries where tx_id = new.tx_id group by currency having sum(amount) <> 0) then
      raise exception 'ledger tx % is out of balance', new.tx_id using errcode = '23514';
    end if;
    return null;
  end $$`;

const immutable = `create function ledger_immutable() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append-only' using errcode = '42501';
  end $$`;

/** New tables are granted whole to the service's login; of the ledger it may only read and append. */
const withheld = `do $$
  declare
    app text := current_database() || '_payments_app';
  begin
    if exists (select from pg_roles where rolname = app) then
      execute format('revoke update, delete, truncate on ledger_tx, ledger_entries from %I', app);
    end if;
  end $$`;
