// Generated from gateway-replica.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { GatewayReplica } from './gateway-replica.entity.ts';

/** The table of {@link GatewayReplica}. */
export const gatewayReplicas = table<InferEntity<typeof GatewayReplica>>('gateway_replicas', {
  id: 'text',
  seenAt: 'timestamptz(3)',
});
