// Generated from former-connection.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { FormerConnectionEntity } from './former-connection.entity.ts';

/** The table of {@link FormerConnectionEntity}. */
export const providerConnections = table<InferEntity<typeof FormerConnectionEntity>>('provider_connections', {
  merchantId: 'text',
  livemode: 'boolean',
  provider: 'text',
  stripeAccountId: 'text',
  publishableKey: 'text',
  secretKeyLast4: 'text',
  sealed: 'bytea',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
