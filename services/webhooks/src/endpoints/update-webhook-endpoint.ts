import type { UpdateWebhookEndpoint, WebhookEndpoint } from '@mizan/contracts';
import { formerAttributes, json, mergeMetadata, type Tx } from '@mizan/service-kit';
import { startReplay } from '../replays/replay-missed-events.ts';
import { lockWebhookEndpoint, stopDelivering } from './lock-webhook-endpoint.ts';
import { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';

/**
 * Changes an endpoint, whose URL was checked before. Disabling it drops its queued deliveries; enabling it again resets its
 * health and, with `replayMissed`, starts the replay of what it missed.
 *
 * @throws Problem `resource_missing`: no such endpoint for this merchant and mode
 * @throws Problem `parameter_invalid`: too much metadata
 */
export async function updateWebhookEndpoint(tx: Tx, id: string, body: UpdateWebhookEndpoint): Promise<WebhookEndpoint> {
  const before = await lockWebhookEndpoint(tx, id);
  const { metadata, replayMissed, ...fields } = body;
  const after = { ...before, ...fields, metadata: mergeMetadata(before.metadata, metadata) ?? {} };
  const unchanged = toWebhookEndpointResource(before);
  if (Object.keys(formerAttributes(unchanged, toWebhookEndpointResource(after))).length === 0) return unchanged;

  const isEnabled = before.status === 'disabled' && after.status === 'enabled';
  if (isEnabled && replayMissed) startReplay(tx, id);
  tx.alongCommit`
    update webhook_endpoints set url = ${after.url}, description = ${after.description}, status = ${after.status},
      enabled_events = ${after.enabledEvents}::text[], metadata = ${json(after.metadata)}, version = version + 1,
      missed_after = case when ${after.status} = 'disabled' then missed_after end, updated_at = ${tx.now}
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${id}`;
  if (isEnabled)
    tx.alongCommit`
      update endpoint_health set failing_since = null, failures = 0, probe_at = null, wait_seconds = null
      where endpoint_id = ${id}`;
  else if (before.status !== after.status) stopDelivering(tx, id);
  return toWebhookEndpointResource({ ...after, updatedAt: tx.now });
}
