import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { indexesOf } from '@mizan/service-kit/schema';

/**
 * A pending delivery as dispatchers see it: created and deleted together with the delivery's pending state. A dispatcher
 * leases it until `leaseUntil`, and only with its `claimId` can the outcome be recorded; an expired lease counts as none.
 * Separate from `deliveries`, so that leasing touches no index and searching is quick however long the history.
 */
export const QueuedDelivery = defineEntity({
  name: 'QueuedDelivery',
  tableName: 'delivery_queue',
  properties: {
    deliveryId: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    endpointId: p.text().collation('C'),
    /** Null in rows of a version that did not keep it. */
    eventId: p.text().collation('C').nullable(),
    objectId: p.text().collation('C'),
    objectVersion: p.integer(),
    attempt: p.integer(),
    isReplay: p.boolean(),
    firstAt: p.datetime(3),
    nextAt: p.datetime(3),
    /**
     * Real time until which claims leave it aside; null when they look at it, which is always right, because they compare
     * `nextAt`, too. Never later than `nextAt` is reached; an account whose clock is advanced reaches it earlier.
     */
    wakeAt: p.datetime(3).nullable(),
    claimId: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
  },
  indexes: indexesOf('delivery_queue', {
    due: '(livemode, endpoint_id, next_at)',
    of_object: '(object_id, endpoint_id, object_version)',
    awake: '(livemode, endpoint_id, next_at) where wake_at is null',
    asleep: '(livemode, wake_at) where wake_at is not null',
    asleep_of_account: '(merchant_id, next_at) where wake_at is not null and livemode::int = 0',
  }),
  checks: [{ name: 'delivery_queue_lease', expression: '(claim_id is null) = (lease_until is null)' }],
});
export type QueuedDelivery = InferEntity<typeof QueuedDelivery>;
