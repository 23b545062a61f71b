import { Migration } from '@mikro-orm/migrations';

/** Which sessions the merchant ended. Of those that ended before nobody knows: they can be begun again, as they could. */
export class ClosedSessions extends Migration {
  override up(): void {
    this.addSql(`alter table checkout_sessions add column closed_by_merchant boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table checkout_sessions drop column closed_by_merchant`);
  }
}
