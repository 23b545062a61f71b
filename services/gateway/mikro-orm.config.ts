import { defineOrm } from '@mizan/service-kit/schema';
import { Account } from './src/accounts/account.entity.ts';
import { BusUser } from './src/bus-users/bus-user.entity.ts';
import { KeyHome } from './src/idempotency/key-home.entity.ts';
import { ApiKey } from './src/api-keys/api-key.entity.ts';
import { GatewayReplica } from './src/limits/gateway-replica.entity.ts';
import { Attempt } from './src/limits/attempt.entity.ts';

export default defineOrm({
  service: 'gateway',
  entities: [Account, ApiKey, GatewayReplica, Attempt, KeyHome, BusUser],
  migrations: new URL('./migrations/', import.meta.url),
});
