import { fragment } from '@mizan/service-kit';
import type { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';

/** What {@link toWebhookEndpointResource} needs: every column but the sealed secrets. */
export type ShownEndpoint = Parameters<typeof toWebhookEndpointResource>[0];

/** Selects a {@link ShownEndpoint} from `webhook_endpoints`. */
export const shownColumns = fragment`
  id, merchant_id as "merchantId", livemode, url, description, status, enabled_events as "enabledEvents", metadata,
  version, created_at as "createdAt", updated_at as "updatedAt"`;
