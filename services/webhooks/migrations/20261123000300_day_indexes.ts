import { IndexMigration } from '@mizan/service-kit/schema';

/** What partitions by day need of events and deliveries, built on the tables in use. */
export class DayIndexes extends IndexMigration {
  override up(): void {
    this.build('deliveries_row', 'deliveries (event_id, endpoint_id, replay_id, attempt)', { unique: true });
    this.build('deliveries_ids', 'deliveries (id)');
    this.drop('events_by_age');
  }

  override down(): void {
    this.build('events_by_age', 'events (stored_at)');
    for (const added of ['deliveries_row', 'deliveries_ids']) this.drop(added);
  }
}
