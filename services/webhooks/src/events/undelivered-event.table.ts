// Generated from undelivered-event.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { UndeliveredEvent } from './undelivered-event.entity.ts';

/** The table of {@link UndeliveredEvent}. */
export const undeliveredEvents = table<InferEntity<typeof UndeliveredEvent>>('undelivered_events', {
  eventId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
});
