import { defineEntity, p } from '@mikro-orm/core';

/** A running gateway and its last heartbeat. */
export const GatewayReplica = defineEntity({
  name: 'GatewayReplica',
  tableName: 'gateway_replicas',
  properties: { id: p.text().collation('C').primary(), seenAt: p.datetime(3) },
});
