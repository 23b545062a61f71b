import { resourceMissing, type Tx } from '@mizan/service-kit';
import { shownColumns, type ShownEndpoint } from './shown-columns.ts';

/**
 * The endpoint, locked until the transaction ends.
 *
 * @throws Problem `resource_missing`: no such endpoint for this merchant and mode
 */
export async function lockWebhookEndpoint(tx: Tx, id: string): Promise<ShownEndpoint> {
  const { merchantId, livemode } = tx.scope;
  const endpoint = await tx.one<ShownEndpoint>`
    select ${shownColumns} from webhook_endpoints
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id} for update`;
  if (!endpoint) throw resourceMissing();
  return endpoint;
}

/** Fails what waits for an endpoint and is not just being sent; what is, finds out by itself. */
export async function dropWaiting(tx: Tx, endpointId: string): Promise<void> {
  await tx.sql`
    with dropped as (
      delete from delivery_queue
      where endpoint_id = ${endpointId} and livemode = ${tx.scope.livemode}
        and (lease_until is null or lease_until < ${tx.now})
      returning delivery_id)
    update deliveries d set state = 'failed', error = 'endpoint_disabled' from dropped where d.id = dropped.delivery_id`;
}
