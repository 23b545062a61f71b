// Generated from webhook-endpoint.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** The table of {@link WebhookEndpoint}. */
export const webhookEndpoints = table<InferEntity<typeof WebhookEndpoint>>('webhook_endpoints', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  url: 'text',
  description: 'text',
  status: 'text',
  enabledEvents: 'text[]',
  metadata: 'jsonb',
  secretSealed: 'bytea',
  previousSecretSealed: 'bytea',
  previousSecretUntil: 'timestamptz(3)',
  missedAfter: 'bigint',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
