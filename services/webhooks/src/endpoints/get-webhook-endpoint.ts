import type { WebhookEndpoint } from '@mizan/contracts';
import { resourceMissing, type Reader } from '@mizan/service-kit';
import { shownColumns, type ShownEndpoint } from './shown-columns.ts';
import { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';

/**
 * One endpoint of the merchant and mode, without its secret.
 *
 * @throws Problem `resource_missing`
 */
export async function getWebhookEndpoint(reader: Reader, id: string): Promise<WebhookEndpoint> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<ShownEndpoint>`
    select ${shownColumns} from webhook_endpoints
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}`;
  if (!row) throw resourceMissing();
  return toWebhookEndpointResource(row);
}
