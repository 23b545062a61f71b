import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * One public event as every endpoint receives it: written once, when it is fanned out, and never changed. It is in the
 * partition of its day; the sequence is unique in each of them.
 */
export const StoredEvent = defineEntity({
  name: 'StoredEvent',
  tableName: 'events',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    /** Without gaps per account and mode. */
    sequence: p.bigint('number'),
    type: p.text().collation('C'),
    objectId: p.text().collation('C'),
    objectVersion: p.integer(),
    /** The exact text that is signed and sent; null when it is packed. */
    body: p.text().strictNullable(),
    /** The text as `packEnvelope` made it, without `sequence` and `endpoints`. */
    packed: p.blob().$type<Buffer>().strictNullable(),
    /** How long that was before, bytes. */
    packedFrom: p.integer().strictNullable(),
    /** Number of endpoints that it was for when it was stored, as a packed text says. */
    endpoints: p.integer().strictNullable(),
    /** W3C trace context of the request that caused it, when that is traced. */
    traceparent: p.text().nullable(),
    createdAt: p.datetime(3),
    storedAt: p.datetime(3),
  },
  indexes: [
    { name: 'events_of_account', properties: ['merchantId', 'livemode', 'createdAt', 'id'] },
    { name: 'events_by_type', properties: ['merchantId', 'livemode', 'type', 'createdAt', 'id'] },
    { name: 'events_by_object', properties: ['merchantId', 'livemode', 'objectId', 'createdAt', 'id'] },
  ],
  checks: [
    { name: 'events_sequence_positive', expression: 'sequence > 0' },
    { name: 'events_object_version', expression: 'object_version > 0' },
  ],
});
export type StoredEvent = InferEntity<typeof StoredEvent>;
