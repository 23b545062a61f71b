import type { UpdateWebhookEndpoint, WebhookEndpoint } from '@mizan/contracts';
import { formerAttributes, fragment, mergeMetadata, own, Problem, type Tx } from '@mizan/service-kit';
import { startReplay } from '../replays/replay-missed-events.ts';
import { endpointHealth } from './endpoint-health.table.ts';
import { lockWebhookEndpoint, stopDelivering } from './lock-webhook-endpoint.ts';
import { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';
import { webhookEndpoints } from './webhook-endpoint.table.ts';

/**
 * Changes an endpoint, whose URL was checked before. Disabling it drops its queued deliveries; enabling it again, with
 * `replayMissed`, starts the replay of what it missed. Its health is reset with that, and with another URL, whose failures
 * are not those of the former; what has failed for good until then stays missed.
 *
 * @throws Problem `resource_missing`: no such endpoint for this merchant and mode; `parameter_invalid`: too much metadata;
 *   `resource_invalid_state`: `replayMissed` for an endpoint that is enabled, and of which no replay is under way
 */
export async function updateWebhookEndpoint(tx: Tx, id: string, body: UpdateWebhookEndpoint): Promise<WebhookEndpoint> {
  const before = await lockWebhookEndpoint(tx, id);
  const { metadata, replayMissed, ...fields } = body;
  if (replayMissed && before.status === 'enabled') await assertReplaying(tx, id);
  const after = { ...before, ...fields, metadata: mergeMetadata(before.metadata, metadata) ?? {} };
  const unchanged = toWebhookEndpointResource(before);
  if (Object.keys(formerAttributes(unchanged, toWebhookEndpointResource(after))).length === 0) return unchanged;

  const isEnabled = before.status === 'disabled' && after.status === 'enabled';
  if (isEnabled && replayMissed) startReplay(tx, id);
  const changes = {
    url: after.url,
    description: after.description,
    status: after.status,
    enabledEvents: after.enabledEvents,
    metadata: after.metadata,
    version: fragment`version + 1`,
    missedAfter: fragment`case when ${after.status} = 'disabled' then missed_after end`,
    updatedAt: tx.now,
  };
  tx.alongCommit`update webhook_endpoints set ${webhookEndpoints.set(changes)} where ${own(tx)} and id = ${id}`;
  const healthy = {
    failingSince: null,
    failures: 0,
    ...(isEnabled && { missedFrom: null }),
    probeAt: null,
    waitSeconds: null,
    resets: fragment`resets + 1`,
  };
  // One that is disabled keeps its streak until it is enabled: what failed in it counts as missed.
  if (isEnabled || (after.status === 'enabled' && before.url !== after.url))
    tx.alongCommit`update endpoint_health set ${endpointHealth.set(healthy)} where ${own(tx)} and endpoint_id = ${id}`;
  if (!isEnabled && before.status !== after.status) stopDelivering(tx, id);
  return toWebhookEndpointResource({ ...after, updatedAt: tx.now });
}

/** A repeated request finds the replay that the first one has started. */
async function assertReplaying(tx: Tx, id: string): Promise<void> {
  if (await tx.one`select 1 from endpoint_replays where ${own(tx)} and endpoint_id = ${id}`) return;
  throw new Problem(
    'resource_invalid_state',
    'The endpoint is enabled already, so that replayMissed starts no replay. Resend what it missed with POST /events/{id}/resend; GET /events?deliverySuccess=false lists it.',
    { param: 'replayMissed' },
  );
}
