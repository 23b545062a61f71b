// Generated from queued-delivery.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { QueuedDelivery } from './queued-delivery.entity.ts';

/** The table of {@link QueuedDelivery}. */
export const deliveryQueue = table<InferEntity<typeof QueuedDelivery>>('delivery_queue', {
  deliveryId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  endpointId: 'text',
  eventId: 'text',
  objectId: 'text',
  objectVersion: 'int',
  attempt: 'int',
  isReplay: 'boolean',
  firstAt: 'timestamptz(3)',
  nextAt: 'timestamptz(3)',
  wakeAt: 'timestamptz(3)',
  claimId: 'uuid',
  leaseUntil: 'timestamptz(3)',
});
