import { Migration } from '@mikro-orm/migrations';

/** What limits need to hold for all gateways together. */
export class LimitTables extends Migration {
  override up(): void {
    this.addSql(`create table gateway_replicas (id text collate "C" primary key, seen_at timestamptz(3) not null)`);
    this.addSql(`create table payment_attempts (
      subject text collate "C" not null,
      seconds int not null,
      opened_at timestamptz(3) not null,
      count int not null,
      primary key (subject, seconds),
      constraint payment_attempts_count check (count > 0)
    )`);
    this.addSql(`create index payment_attempts_opened_at on payment_attempts (opened_at)`);
  }

  override down(): void {
    this.addSql(`drop table payment_attempts`);
    this.addSql(`drop table gateway_replicas`);
  }
}
