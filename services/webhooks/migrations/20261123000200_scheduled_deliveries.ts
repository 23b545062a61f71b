import { Migration } from '@mikro-orm/migrations';

/** Which queued deliveries wait for their time. Rows that were queued before count as due, which is only dearer. */
export class ScheduledDeliveries extends Migration {
  override up(): void {
    this.addSql('alter table delivery_queue add column is_scheduled boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table delivery_queue drop column is_scheduled');
  }
}
