// Generated from event-sequence.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { EventSequence } from './event-sequence.entity.ts';

/** The table of {@link EventSequence}. */
export const eventSequences = table<InferEntity<typeof EventSequence>>('event_sequences', {
  merchantId: 'text',
  livemode: 'boolean',
  lastSequence: 'bigint',
  storedCount: 'bigint',
});
