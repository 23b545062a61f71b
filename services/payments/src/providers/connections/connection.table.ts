// Generated from connection.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ConnectionEntity } from './connection.entity.ts';

/** The table of {@link ConnectionEntity}. */
export const connections = table<InferEntity<typeof ConnectionEntity>>('connections', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  provider: 'text',
  settlesTo: 'text',
  status: 'text',
  methods: 'jsonb',
  providerAccount: 'text',
  publicConfig: 'jsonb',
  credentialHints: 'jsonb',
  sealed: 'bytea',
  lastCheckedAt: 'timestamptz(3)',
  lastError: 'text',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
