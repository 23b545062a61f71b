import type { WebhookEndpoint as WebhookEndpointResource } from '@mizan/contracts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { webhookEndpoints } from './webhook-endpoint.table.ts';

/** What the API and its events show of an endpoint: every column except the sealed secrets and its replay position. */
export type ShownEndpoint = Omit<
  WebhookEndpoint,
  'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil' | 'missedAfter'
>;

/** The columns of a {@link ShownEndpoint}. */
export const shownColumns = webhookEndpoints.omit(
  'secretSealed',
  'previousSecretSealed',
  'previousSecretUntil',
  'missedAfter',
);

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
