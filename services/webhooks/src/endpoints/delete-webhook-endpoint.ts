import { own, type Tx } from '@mizan/service-kit';
import { lockWebhookEndpoint, stopDelivering } from './lock-webhook-endpoint.ts';

/** Deletes an endpoint with its secrets. Past attempts are kept with their events. @throws Problem `resource_missing` */
export async function deleteWebhookEndpoint(
  tx: Tx,
  id: string,
): Promise<{ id: string; object: 'webhook_endpoint'; deleted: true }> {
  await lockWebhookEndpoint(tx, id);
  stopDelivering(tx, id);
  tx.alongCommit`delete from endpoint_health where ${own(tx)} and endpoint_id = ${id}`;
  tx.alongCommit`delete from endpoint_faults where ${own(tx)} and endpoint_id = ${id}`;
  tx.alongCommit`delete from webhook_endpoints where ${own(tx)} and id = ${id}`;
  return { id, object: 'webhook_endpoint', deleted: true };
}
