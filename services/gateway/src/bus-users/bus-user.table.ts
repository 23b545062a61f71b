// Generated from bus-user.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { BusUser } from './bus-user.entity.ts';

/** The table of {@link BusUser}. */
export const busUsers = table<InferEntity<typeof BusUser>>('bus_users', {
  id: 'text',
  team: 'text',
  mode: 'text',
  merchantId: 'text',
  types: 'text[]',
  durables: 'text[]',
  publicKey: 'text',
  createdAt: 'timestamptz(3)',
  expiresAt: 'timestamptz(3)',
  revokedAt: 'timestamptz(3)',
});
