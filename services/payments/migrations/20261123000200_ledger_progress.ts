import { Migration } from '@mikro-orm/migrations';

/** How far the ledger's entries are summed, and the sums: verifying goes on from there instead of from the first entry. */
export class LedgerProgress extends Migration {
  override up(): void {
    this.addSql(`create table ledger_sums (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      account text collate "C" not null,
      currency text collate "C" not null,
      amount bigint not null,
      primary key (merchant_id, livemode, account, currency)
    )`);
    this.addSql(`create table ledger_progress (
      id smallint primary key,
      summed_through bigint not null,
      seen_through bigint not null,
      seen_at timestamptz(3) not null,
      constraint ledger_progress_one check (id = 1),
      constraint ledger_progress_order check (summed_through <= seen_through)
    )`);
    this.addSql(`insert into ledger_progress values (1, 0, 0, '-infinity')`);
  }

  override down(): void {
    this.addSql('drop table ledger_progress');
    this.addSql('drop table ledger_sums');
  }
}
