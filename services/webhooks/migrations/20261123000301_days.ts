import { DayMigration, type PartitionedTable } from '@mizan/service-kit/schema';

/** Numbers stay unique within each partition, and in all of them because they are taken from one row of `event_sequences`. */
const events: PartitionedTable = {
  table: 'events',
  by: 'id',
  constraints: { events_pkey: 'primary key (id)' },
  indexes: {
    events_of_account: '(merchant_id, livemode, created_at, id)',
    events_by_type: '(merchant_id, livemode, type, created_at, id)',
    events_by_object: '(merchant_id, livemode, object_id, created_at, id)',
  },
};
const deliveries: PartitionedTable = {
  table: 'deliveries',
  by: 'event_id',
  constraints: { deliveries_pkey: 'primary key (event_id, endpoint_id, replay_id, attempt)' },
  indexes: {
    deliveries_ids: '(id)',
    deliveries_of_endpoint: '(merchant_id, livemode, endpoint_id, created_at, id)',
  },
};

/** Events and their deliveries have a partition for each day. What is queued names its event, and with it its day. */
export class Days extends DayMigration {
  override up(): void {
    this.addSql(`alter table delivery_queue add column event_id text collate "C"`);
    this.addSql(`alter table deliveries drop constraint deliveries_pkey, drop constraint deliveries_attempt,
      add constraint deliveries_pkey primary key using index deliveries_row`);
    this.partition(events);
    this.partition(deliveries);
  }

  override down(): void {
    this.unite(deliveries);
    this.unite(events);
    this
      .addSql(`alter table deliveries drop constraint deliveries_pkey, add constraint deliveries_pkey primary key (id),
      add constraint deliveries_attempt unique (event_id, endpoint_id, replay_id, attempt)`);
    this.addSql(`alter table delivery_queue drop column event_id`);
  }
}
