import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * How an endpoint has been answering, apart from the endpoint itself because it changes with attempts and not with what
 * the merchant does. A healthy endpoint's row is never written.
 */
export const EndpointHealth = defineEntity({
  name: 'EndpointHealth',
  tableName: 'endpoint_health',
  properties: {
    endpointId: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    /** First failure after the last success. */
    failingSince: p.datetime(3).nullable(),
    failures: p.integer(),
    /** Of the events that failed for good since the last success, the lowest sequence number: those with no attempt left. */
    missedFrom: p.bigint('number').nullable(),
    /** Set while the breaker is open: the next probe, and the wait that led to it. */
    probeAt: p.datetime(3).nullable(),
    waitSeconds: p.integer().nullable(),
    /** How often it was enabled again or got another URL, which resets the rest (`missedFrom` only the former): outcomes of what was claimed before do not count. */
    resets: p.integer().default(0),
  },
  checks: [
    { name: 'endpoint_health_failures', expression: '(failures = 0) = (failing_since is null) and failures >= 0' },
    { name: 'endpoint_health_breaker', expression: '(probe_at is null) = (wait_seconds is null)' },
  ],
});
export type EndpointHealth = InferEntity<typeof EndpointHealth>;
