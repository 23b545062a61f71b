import { IndexMigration } from '@mizan/service-kit/schema';

/** Finds deliveries to send now by endpoint, and those that wait for their time by that time, also of one account. */
export class ScheduledDeliveriesIndexes extends IndexMigration {
  override up(): void {
    this.build('delivery_queue_now', 'delivery_queue (livemode, endpoint_id, next_at) where not is_scheduled');
    this.build('delivery_queue_later', 'delivery_queue (livemode, next_at) where is_scheduled');
    this.build(
      'delivery_queue_later_of_account',
      'delivery_queue (merchant_id, next_at) where is_scheduled and not livemode',
    );
  }

  override down(): void {
    for (const name of ['delivery_queue_now', 'delivery_queue_later', 'delivery_queue_later_of_account'])
      this.drop(name);
  }
}
