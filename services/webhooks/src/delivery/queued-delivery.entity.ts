import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * A pending delivery as dispatchers see it: created and deleted together with the delivery's pending state. A dispatcher
 * leases it until `leaseUntil`, and only with its `claimId` can the outcome be recorded; an expired lease counts as none. Separate from `deliveries`, so that leasing touches no index and searching is quick however long the history.
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
    claimId: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'delivery_queue_due', properties: ['livemode', 'endpointId', 'nextAt'] },
    { name: 'delivery_queue_of_object', properties: ['objectId', 'endpointId', 'objectVersion'] },
  ],
  checks: [{ name: 'delivery_queue_lease', expression: '(claim_id is null) = (lease_until is null)' }],
});
export type QueuedDelivery = InferEntity<typeof QueuedDelivery>;
