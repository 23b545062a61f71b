import { Migration } from '@mikro-orm/migrations';

/** Receipt numbers of charges and refunds: one sequence without gaps for each account, mode and year. */
export class Receipts extends Migration {
  override up(): void {
    this.addSql(`create table receipt_sequences (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      year smallint not null,
      last_number integer not null,
      constraint receipt_sequences_pkey primary key (merchant_id, livemode, year),
      constraint receipt_sequences_last_number check (last_number >= 0))`);
    this.addSql(`create table receipts (
      charge_id text collate "C" not null,
      source_id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      year smallint not null,
      number integer not null,
      created_at timestamptz(3) not null,
      constraint receipts_pkey primary key (charge_id, source_id),
      constraint receipts_charge_id_foreign foreign key (charge_id) references charges (id) on delete no action,
      constraint receipts_number check (number >= 1))`);
    this.addSql('create unique index receipts_numbers on receipts (merchant_id, livemode, year, number)');
    this.addSql('alter table refunds add column receipt_number text');
  }

  override down(): void {
    this.addSql('alter table refunds drop column receipt_number');
    this.addSql('drop table receipts');
    this.addSql('drop table receipt_sequences');
  }
}
