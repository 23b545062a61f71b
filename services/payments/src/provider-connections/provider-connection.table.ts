// Generated from provider-connection.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ProviderConnectionEntity } from './provider-connection.entity.ts';

/** The table of {@link ProviderConnectionEntity}. */
export const providerConnections = table<InferEntity<typeof ProviderConnectionEntity>>('provider_connections', {
  merchant_id: 'text',
  livemode: 'boolean',
  provider: 'text',
  stripe_account_id: 'text',
  publishable_key: 'text',
  secret_key_last4: 'text',
  sealed: 'bytea',
  created_at: 'timestamptz(3)',
  updated_at: 'timestamptz(3)',
});
