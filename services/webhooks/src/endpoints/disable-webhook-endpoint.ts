import { fragment, own, type Tx } from '@mizan/service-kit';
import { stopDelivering } from './lock-webhook-endpoint.ts';
import { shownColumns, toWebhookEndpointResource, type ShownEndpoint } from './webhook-endpoint.resource.ts';
import { webhookEndpoints } from './webhook-endpoint.table.ts';

/**
 * Disables an endpoint: nothing more is sent to it, and its queued deliveries fail. Publishes `webhook_endpoint.disabled` to
 * the account's other endpoints. Does nothing when it is already disabled.
 */
export async function disableWebhookEndpoint(tx: Tx, id: string): Promise<void> {
  const endpoint = await tx.one<ShownEndpoint>`
    update webhook_endpoints
    set ${webhookEndpoints.set({ status: 'disabled', version: fragment`version + 1`, updatedAt: tx.now })}
    where ${own(tx)} and id = ${id} and status = 'enabled'
    returning ${shownColumns}`;
  if (!endpoint) return;
  stopDelivering(tx, id);
  tx.emit('webhook_endpoint.disabled', {
    object: toWebhookEndpointResource(endpoint),
    version: endpoint.version,
    previousAttributes: { status: 'enabled' },
  });
}
