import { Migration } from '@mikro-orm/migrations';

/** Captures are due by what they are, so that those of a replica that wrote no schedule are found as well. */
export class PendingCaptures extends Migration {
  override up(): void {
    this.addSql(`create index captures_pending on captures (created_at) where status = 'PENDING'`);
    this.addSql(`drop index captures_due`);
  }

  override down(): void {
    this.addSql(`create index captures_due on captures (next_sync_at) where next_sync_at is not null`);
    this.addSql(`drop index captures_pending`);
  }
}
