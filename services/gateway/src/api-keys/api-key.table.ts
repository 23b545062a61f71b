// Generated from api-key.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ApiKey } from './api-key.entity.ts';

/** The table of {@link ApiKey}. */
export const apiKeys = table<InferEntity<typeof ApiKey>>('api_keys', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  type: 'text',
  keyHash: 'bytea',
  prefix: 'text',
  last4: 'text',
  name: 'text',
  permissions: 'text[]',
  ipAllowlist: 'text[]',
  allowedOrigins: 'text[]',
  apiVersion: 'text',
  expiresAt: 'timestamptz(3)',
  revokedAt: 'timestamptz(3)',
  lastUsedAt: 'timestamptz(3)',
  replacedBy: 'text',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
