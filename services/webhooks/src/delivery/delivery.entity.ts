import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * One attempt, pending or made, to deliver an event to an endpoint; a retry is a row of its own, created when the previous
 * attempt is recorded. Written twice: when it is scheduled and when its outcome is known. No index covers what the second
 * write changes, so it is cheap; what dispatchers search by is in the queue. It is in the partition of its event's day.
 */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.text().collation('C'),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    eventId: p.text().collation('C').primary(),
    endpointId: p.text().collation('C').primary(),
    /** Empty for the delivery that fan-out created; a new id for each resend or replay. */
    replayId: p.text().collation('C').primary(),
    attempt: p.integer().primary(),
    eventType: p.text().collation('C'),
    state: p.text().$type<'pending' | 'succeeded' | 'failed'>(),
    /** When the event was fanned out to this endpoint: the delivery's lifetime counts from here. */
    firstAt: p.datetime(3),
    nextAt: p.datetime(3),
    url: p.text().nullable(),
    /** By the clock of the endpoint's account. */
    attemptedAt: p.datetime(3).nullable(),
    /** By real time, which `webhook-timestamp` is; null when the account's clock is not ahead of it. */
    sentAt: p.datetime(3).nullable(),
    durationMs: p.integer().nullable(),
    statusCode: p.integer().nullable(),
    error: p.text().nullable(),
    responseHeaders: p.json<Record<string, string>>().nullable(),
    responseBody: p.text().nullable(),
    /** When it is retried; null when it is not. */
    retryAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [
    { name: 'deliveries_ids', properties: ['id'] },
    { name: 'deliveries_of_endpoint', properties: ['merchantId', 'livemode', 'endpointId', 'createdAt', 'id'] },
  ],
  checks: [
    { name: 'deliveries_state', expression: `state in ('pending', 'succeeded', 'failed')` },
    { name: 'deliveries_attempt_positive', expression: 'attempt > 0' },
    { name: 'deliveries_retry', expression: `retry_at is null or state = 'failed'` },
  ],
});
export type Delivery = InferEntity<typeof Delivery>;
