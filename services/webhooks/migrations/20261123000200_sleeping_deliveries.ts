import { Migration } from '@mikro-orm/migrations';

/** Until when claims leave a queued delivery aside. What was queued before they look at, which is only dearer. */
export class SleepingDeliveries extends Migration {
  override up(): void {
    this.addSql('alter table delivery_queue add column wake_at timestamptz(3)');
  }

  override down(): void {
    this.addSql('alter table delivery_queue drop column wake_at');
  }
}
