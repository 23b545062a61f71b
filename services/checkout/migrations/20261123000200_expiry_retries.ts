import { Migration } from '@mikro-orm/migrations';

/**
 * When the job tries again to expire a session that is in doubt or could not expire. Replicas of the version before know
 * nothing of it: a session that they bring out of doubt waits for that time, which is minutes away at most.
 */
export class ExpiryRetries extends Migration {
  override up(): void {
    this.addSql('alter table checkout_sessions add column expiry_retry_at timestamptz(3)');
  }

  override down(): void {
    this.addSql('alter table checkout_sessions drop column expiry_retry_at');
  }
}
