// Generated from delivery.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { Delivery } from './delivery.entity.ts';

/** The table of {@link Delivery}. */
export const deliveries = table<InferEntity<typeof Delivery>>('deliveries', {
  eventId: 'text',
  endpointId: 'text',
  replayId: 'text',
  attempt: 'int',
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  eventType: 'text',
  state: 'text',
  firstAt: 'timestamptz(3)',
  nextAt: 'timestamptz(3)',
  url: 'text',
  attemptedAt: 'timestamptz(3)',
  sentAt: 'timestamptz(3)',
  durationMs: 'int',
  statusCode: 'int',
  error: 'text',
  responseHeaders: 'jsonb',
  responseBody: 'text',
  retryAt: 'timestamptz(3)',
  createdAt: 'timestamptz(3)',
});
