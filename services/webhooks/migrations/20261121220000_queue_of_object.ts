import { Migration } from '@mikro-orm/migrations';

/**
 * The object comes first in the index that keeps an object's deliveries in order: with the endpoint first it also served
 * searches for what is due, badly, and a plan made while the queue was short could pick it.
 */
export class QueueOfObject extends Migration {
  override up(): void {
    this.addSql(`drop index delivery_queue_of_object`);
    this.addSql(`create index delivery_queue_of_object on delivery_queue (object_id, endpoint_id, object_version)`);
  }

  override down(): void {
    this.addSql(`drop index delivery_queue_of_object`);
    this.addSql(`create index delivery_queue_of_object on delivery_queue (endpoint_id, object_id, object_version)`);
  }
}
