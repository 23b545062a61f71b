import { Migration } from '@mikro-orm/migrations';

/** Captures are asked about again ever more seldom, as charges and refunds are. */
export class CaptureSchedule extends Migration {
  override up(): void {
    this.addSql(`alter table captures add column next_sync_at timestamptz(3), add column sync_attempts int default 0`);
    this.addSql(
      `update captures set sync_attempts = 0, next_sync_at = case when status = 'PENDING' then created_at end`,
    );
    this.addSql(`alter table captures alter column sync_attempts set not null`);
    this.addSql(`create index captures_due on captures (next_sync_at) where next_sync_at is not null`);
    this.addSql(`drop index captures_pending`);
  }

  override down(): void {
    this.addSql(`create index captures_pending on captures (created_at) where status = 'PENDING'`);
    this.addSql(`drop index captures_due`);
    this.addSql(`alter table captures drop column next_sync_at, drop column sync_attempts`);
  }
}
