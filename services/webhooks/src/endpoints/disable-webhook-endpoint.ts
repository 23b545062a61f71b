import type { Tx } from '@mizan/service-kit';
import { stopDelivering } from './lock-webhook-endpoint.ts';
import { shownColumns, toWebhookEndpointResource, type ShownEndpoint } from './webhook-endpoint.resource.ts';

/**
 * Disables an endpoint: nothing more is sent to it, and its queued deliveries fail. Publishes `webhook_endpoint.disabled` to
 * the account's other endpoints. Does nothing when it is already disabled.
 */
export async function disableWebhookEndpoint(tx: Tx, id: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const endpoint = await tx.one<ShownEndpoint>`
    update webhook_endpoints set status = 'disabled', version = version + 1, updated_at = ${tx.now}
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode} and status = 'enabled'
    returning ${shownColumns}`;
  if (!endpoint) return;
  stopDelivering(tx, id);
  tx.emit('webhook_endpoint.disabled', {
    object: toWebhookEndpointResource(endpoint),
    version: endpoint.version,
    previousAttributes: { status: 'enabled' },
  });
}
