import { Migration } from '@mikro-orm/migrations';

/** Sessions that begin another again. */
export class RecoveredSessions extends Migration {
  override up(): void {
    this.addSql(`alter table checkout_sessions add column recovered_from text collate "C"`);
    this.addSql(
      `create index checkout_sessions_recovered on checkout_sessions (merchant_id, livemode, recovered_from, created_at desc) where recovered_from is not null`,
    );
  }

  override down(): void {
    this.addSql(`alter table checkout_sessions drop column recovered_from`);
  }
}
