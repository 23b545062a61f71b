// Generated from endpoint-health.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { EndpointHealth } from './endpoint-health.entity.ts';

/** The table of {@link EndpointHealth}. */
export const endpointHealth = table<InferEntity<typeof EndpointHealth>>('endpoint_health', {
  endpointId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  failingSince: 'timestamptz(3)',
  failures: 'int',
  missedFrom: 'bigint',
  probeAt: 'timestamptz(3)',
  waitSeconds: 'int',
  resets: 'int',
});
