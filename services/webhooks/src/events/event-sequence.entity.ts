import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** The last sequence number of an account and mode, and how many of its events are still stored. */
export const EventSequence = defineEntity({
  name: 'EventSequence',
  tableName: 'event_sequences',
  primaryKeys: ['merchantId', 'livemode'],
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    lastSequence: p.bigint('number'),
    storedCount: p.bigint('number'),
  },
  checks: [{ name: 'event_sequences_counts', expression: 'stored_count >= 0 and stored_count <= last_sequence' }],
});
export type EventSequence = InferEntity<typeof EventSequence>;
