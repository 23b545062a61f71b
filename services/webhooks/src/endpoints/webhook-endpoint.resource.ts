import type { WebhookEndpoint as WebhookEndpointResource } from '@mizan/contracts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** The endpoint as the API and its events show it; secrets never pass here. */
export const toWebhookEndpointResource = (
  endpoint: Omit<WebhookEndpoint, 'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil' | 'missedAfter'>,
): WebhookEndpointResource => ({
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
