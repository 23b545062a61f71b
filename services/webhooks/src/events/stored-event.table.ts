// Generated from stored-event.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { StoredEvent } from './stored-event.entity.ts';

/** The table of {@link StoredEvent}. */
export const events = table<InferEntity<typeof StoredEvent>>('events', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  sequence: 'bigint',
  type: 'text',
  objectId: 'text',
  objectVersion: 'int',
  body: 'text',
  packed: 'bytea',
  packedFrom: 'int',
  endpoints: 'int',
  traceparent: 'text',
  createdAt: 'timestamptz(3)',
  storedAt: 'timestamptz(3)',
});
