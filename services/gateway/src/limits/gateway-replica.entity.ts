import { defineEntity, p } from '@mikro-orm/core';

/** A gateway that is up, and when it last said so. */
export const GatewayReplica = defineEntity({
  name: 'GatewayReplica',
  tableName: 'gateway_replicas',
  properties: { id: p.text().collation('C').primary(), seenAt: p.datetime(3) },
});
