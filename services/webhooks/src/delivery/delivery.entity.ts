import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * One attempt, due or made, to deliver an event to an endpoint; a retry is a row of its own, made when the attempt
 * before it is recorded. `pending` waits for `nextAt`; `sending` is leased by a dispatcher until `leaseUntil`, and only
 * who knows its `claimId` may record the outcome.
 */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    endpointId: p.text().collation('C'),
    eventId: p.text().collation('C'),
    /** Empty for the delivery that fan-out made; an id of its own for each time the merchant asked for a repeat. */
    replayId: p.text().collation('C'),
    attempt: p.integer(),
    eventType: p.text().collation('C'),
    objectId: p.text().collation('C'),
    objectVersion: p.integer(),
    state: p.text().$type<'pending' | 'sending' | 'succeeded' | 'failed'>(),
    /** When the event was fanned out to this endpoint: the delivery's lifetime counts from here. */
    firstAt: p.datetime(3),
    nextAt: p.datetime(3),
    claimId: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
    url: p.text().nullable(),
    attemptedAt: p.datetime(3).nullable(),
    durationMs: p.integer().nullable(),
    statusCode: p.integer().nullable(),
    error: p.text().nullable(),
    responseHeaders: p.json<Record<string, string>>().nullable(),
    responseBody: p.text().nullable(),
    /** When it is tried again; null when it is not. */
    retryAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'deliveries_attempt', properties: ['eventId', 'endpointId', 'replayId', 'attempt'] }],
  indexes: [
    {
      name: 'deliveries_of_endpoint',
      properties: ['merchantId', 'livemode', 'endpointId', 'createdAt', 'id'],
    },
    // Two partial indexes, one per state: a claim that shared one took 200 times as long behind a large backlog.
    { name: 'deliveries_pending', properties: ['livemode', 'endpointId', 'nextAt'], where: `state = 'pending'` },
    { name: 'deliveries_sending', properties: ['endpointId'], where: `state = 'sending'` },
    {
      name: 'deliveries_unfinished_of_object',
      properties: ['endpointId', 'objectId', 'objectVersion'],
      where: `state in ('pending', 'sending')`,
    },
  ],
  checks: [
    { name: 'deliveries_state', expression: `state in ('pending', 'sending', 'succeeded', 'failed')` },
    { name: 'deliveries_attempt_positive', expression: 'attempt > 0' },
    {
      name: 'deliveries_lease',
      expression: `(state = 'sending') = (claim_id is not null and lease_until is not null)`,
    },
    { name: 'deliveries_retry', expression: `retry_at is null or state = 'failed'` },
  ],
});
export type Delivery = InferEntity<typeof Delivery>;
