import type { WebhookEndpoint as WebhookEndpointResource } from '@mizan/contracts';
import { fragment } from '@mizan/service-kit';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** What the API and its events show of an endpoint: every column except the sealed secrets and its replay position. */
export type ShownEndpoint = Omit<
  WebhookEndpoint,
  'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil' | 'missedAfter'
>;

/** Selects a {@link ShownEndpoint} from `webhook_endpoints`. */
export const shownColumns = fragment`
  id, merchant_id as "merchantId", livemode, url, description, status, enabled_events as "enabledEvents", metadata,
  version, created_at as "createdAt", updated_at as "updatedAt"`;

/** The endpoint as the API and its events show it, without secrets. */
export const toWebhookEndpointResource = (endpoint: ShownEndpoint): WebhookEndpointResource => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  url: endpoint.url,
  description: endpoint.description ?? null,
  status: endpoint.status,
  enabledEvents: [...endpoint.enabledEvents],
  livemode: endpoint.livemode,
  metadata: endpoint.metadata,
  createdAt: endpoint.createdAt.toISOString(),
  updatedAt: endpoint.updatedAt.toISOString(),
});
