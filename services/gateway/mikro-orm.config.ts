import { defineOrm } from '@mizan/service-kit/schema';
import { Account } from './src/accounts/account.entity.ts';
import { ApiKey } from './src/keys/api-key.entity.ts';

export default defineOrm({
  service: 'gateway',
  entities: [Account, ApiKey],
  migrations: new URL('./migrations/', import.meta.url),
});
