import { Migration } from '@mikro-orm/migrations';

/** Payments that succeeded when they were over, until it is decided what becomes of their money. */
export class LateSuccesses extends Migration {
  override up(): void {
    this.addSql(`create table late_successes (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      charge_id text collate "C" not null,
      due_at timestamptz(3) not null,
      attempts int not null,
      created_at timestamptz(3) not null,
      constraint late_successes_pkey primary key (merchant_id, livemode, charge_id),
      constraint late_successes_attempts check (attempts >= 0))`);
    this.addSql(`create index late_successes_due on late_successes (due_at)`);
  }

  override down(): void {
    this.addSql(`drop table late_successes`);
  }
}
