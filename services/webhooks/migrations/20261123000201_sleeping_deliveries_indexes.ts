import { IndexMigration } from '@mizan/service-kit/schema';

/** Finds the deliveries that claims look at, by endpoint, and those to wake, by time and, after a clock was advanced, by account. */
export class SleepingDeliveriesIndexes extends IndexMigration {
  override up(): void {
    this.build('delivery_queue_awake', 'delivery_queue (livemode, endpoint_id, next_at) where wake_at is null');
    this.build('delivery_queue_asleep', 'delivery_queue (livemode, wake_at) where wake_at is not null');
    // The mode as a number: by the mode itself the other indexes would seem to serve this search, too, and a plan could pick one.
    this.build(
      'delivery_queue_asleep_of_account',
      'delivery_queue (merchant_id, next_at) where wake_at is not null and livemode::int = 0',
    );
  }

  override down(): void {
    for (const name of ['delivery_queue_awake', 'delivery_queue_asleep', 'delivery_queue_asleep_of_account'])
      this.drop(name);
  }
}
