// Generated from provider-connection.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ProviderConnectionEntity } from './provider-connection.entity.ts';

/** The table of {@link ProviderConnectionEntity}. */
export const providerConnections = table<InferEntity<typeof ProviderConnectionEntity>>('provider_connections', {
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
