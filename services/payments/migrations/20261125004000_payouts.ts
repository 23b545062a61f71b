import { Migration } from '@mikro-orm/migrations';

/** Bank accounts, payouts, their schedules and exports, and which transactions a payout has taken. */
export class Payouts extends Migration {
  override up(): void {
    this.addSql('alter table balance_transactions add column payout_id text collate "C"');
    this.addSql(`create table bank_accounts (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      holder_name text not null,
      country text not null,
      currency text not null,
      last4 text not null,
      sealed bytea not null,
      created_at timestamptz(3) not null,
      constraint bank_accounts_pkey primary key (id))`);
    this.addSql('create index bank_accounts_newest on bank_accounts (merchant_id, livemode, created_at desc, id desc)');
    this.addSql(`create table payouts (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version int not null,
      amount bigint not null,
      currency text not null,
      status text not null,
      bank_account_id text collate "C" not null,
      destination bytea not null,
      arrival_date text,
      statement_descriptor text,
      failure_code text,
      is_automatic boolean not null,
      export_id text collate "C",
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      constraint payouts_pkey primary key (id),
      constraint payouts_amount check (amount >= 1 and amount <= 999999999999),
      constraint payouts_failure check ((failure_code is not null) = (status = 'FAILED')))`);
    this.addSql('create index payouts_newest on payouts (merchant_id, livemode, created_at desc, id desc)');
    this.addSql("create index payouts_pending on payouts (id) where livemode and status = 'PENDING'");
    this.addSql("create index payouts_bank_account on payouts (bank_account_id) where status = 'PENDING'");
    this.addSql('create index payouts_export on payouts (export_id) where export_id is not null');
    this.addSql(`create table payout_schedules (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      currency text not null,
      "interval" text not null,
      weekday int,
      month_day int,
      delay_days int not null,
      minimum_amount bigint not null,
      bank_account_id text collate "C",
      next_payout_at timestamptz(3),
      constraint payout_schedules_pkey primary key (merchant_id, livemode, currency))`);
    this.addSql(
      'create index payout_schedules_due on payout_schedules (next_payout_at) where next_payout_at is not null',
    );
    this.addSql(`create table payout_exports (
      id text collate "C" not null,
      execution_date text not null,
      currency text,
      completed_at timestamptz(3),
      created_at timestamptz(3) not null,
      constraint payout_exports_pkey primary key (id))`);
  }

  override down(): void {
    this.addSql('drop table payout_exports');
    this.addSql('drop table payout_schedules');
    this.addSql('drop table payouts');
    this.addSql('drop table bank_accounts');
    this.addSql('alter table balance_transactions drop column payout_id');
  }
}
