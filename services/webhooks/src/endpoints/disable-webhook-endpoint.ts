import { fragment, own, type Tx } from '@mizan/service-kit';
import { stopDelivering } from './lock-webhook-endpoint.ts';
import { shownColumns, toWebhookEndpointResource, type ShownEndpoint } from './webhook-endpoint.resource.ts';
import { webhookEndpoints } from './webhook-endpoint.table.ts';

/** Which endpoint to disable. */
interface ToDisable {
  readonly endpointId: string;
  /** How often its health had been reset when the attempt was claimed that disables it; undefined where none does. */
  readonly resets?: number;
  /** Ids of events that it has missed, whatever its health says now. */
  readonly missed?: readonly string[];
}

/**
 * Disables an endpoint: nothing more is sent to it, and its queued deliveries fail. Publishes `webhook_endpoint.disabled` to
 * the account's other endpoints. Does nothing when it is already disabled, or was enabled again or got another URL since the
 * claim. @returns whether it was disabled
 */
export async function disableWebhookEndpoint(tx: Tx, { endpointId: id, resets, missed }: ToDisable): Promise<boolean> {
  // Locked first, so that the next statement sees the health as a change of the endpoint at the same moment leaves it.
  await tx.sql`select 1 from webhook_endpoints where ${own(tx)} and id = ${id} for update`;
  const endpoint = await tx.one<ShownEndpoint>`
    update webhook_endpoints
    set ${webhookEndpoints.set({ status: 'disabled', version: fragment`version + 1`, updatedAt: tx.now })}
    where ${own(tx)} and id = ${id} and status = 'enabled'
      and (${resets ?? null}::int is null or exists (
        select 1 from endpoint_health where ${own(tx)} and endpoint_id = ${id} and resets = ${resets ?? null}))
    returning ${shownColumns}`;
  if (!endpoint) return false;
  stopDelivering(tx, id, missed);
  tx.emit('webhook_endpoint.disabled', {
    object: toWebhookEndpointResource(endpoint),
    version: endpoint.version,
    previousAttributes: { status: 'enabled' },
  });
  return true;
}
