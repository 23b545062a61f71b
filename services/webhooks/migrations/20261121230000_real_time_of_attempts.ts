import { Migration } from '@mikro-orm/migrations';

/** An attempt is told by the account's clock; what its `webhook-timestamp` said is real time. */
export class RealTimeOfAttempts extends Migration {
  override up(): void {
    this.addSql(`alter table deliveries add sent_at timestamptz(3)`);
  }

  override down(): void {
    this.addSql(`alter table deliveries drop column sent_at`);
  }
}
