import type { operations, QueryOf, WebhookEndpoint } from '@mizan/contracts';
import { fragment, own, readPage, resourceMissing, type Reader } from '@mizan/service-kit';
import { shownColumns, toWebhookEndpointResource, type ShownEndpoint } from './webhook-endpoint.resource.ts';
import { webhookEndpoints } from './webhook-endpoint.table.ts';

type ListWebhookEndpoints = QueryOf<(typeof operations)['listWebhookEndpoints']>;

/** A page of the merchant's endpoints, newest first. */
export async function listWebhookEndpoints(
  reader: Reader,
  { status, ...page }: ListWebhookEndpoints,
): Promise<{ data: WebhookEndpoint[]; totalCount: number }> {
  const filters = status === undefined ? [] : [fragment`status = ${status}`];
  const { rows, totalCount } = await readPage(reader, webhookEndpoints, { page, filters, columns: shownColumns });
  return { data: rows.map(toWebhookEndpointResource), totalCount };
}

/** One endpoint of the merchant and mode, without its secret. @throws Problem `resource_missing` */
export async function getWebhookEndpoint(reader: Reader, id: string): Promise<WebhookEndpoint> {
  const row = await reader.one<ShownEndpoint>`
    select ${shownColumns} from webhook_endpoints where ${own(reader)} and id = ${id}`;
  if (!row) throw resourceMissing();
  return toWebhookEndpointResource(row);
}
