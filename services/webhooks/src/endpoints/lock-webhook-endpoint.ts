import { fragment, own, resourceMissing, type Tx } from '@mizan/service-kit';
import { eventOf } from '../delivery/event-of.ts';
import { isResend } from '../delivery/is-resend.ts';
import { shownColumns, type ShownEndpoint } from './webhook-endpoint.resource.ts';

/** The endpoint, locked until the transaction ends. @throws Problem `resource_missing`: none of this merchant and mode */
export async function lockWebhookEndpoint(tx: Tx, id: string): Promise<ShownEndpoint> {
  const endpoint = await tx.one<ShownEndpoint>`
    select ${shownColumns} from webhook_endpoints where ${own(tx)} and id = ${id} for update`;
  if (!endpoint) throw resourceMissing();
  return endpoint;
}

/**
 * Stops deliveries to an endpoint with the commit, after its status was set to `disabled`: fails its queued deliveries,
 * except those being sent right now, and stores from which event on it misses some: what is queued, what failed for good since
 * the last success, what an unfinished replay has not delivered, and events that the caller names. A resend counts for
 * nothing, or one of an old event would start a replay of all that came after it.
 */
export function stopDelivering(tx: Tx, endpointId: string, missed: readonly string[] = []): void {
  // One statement, one snapshot: events that it does not see queued have numbers beyond the last one that it sees.
  // Leases are in real time, of which the account's clock may be ahead.
  tx.alongCommit`
    with queued as (
      select min(e.sequence) as first
      from delivery_queue q join events e on e.id = ${eventOf(fragment`q`)}
      where ${own(tx, 'q')} and q.endpoint_id = ${endpointId} and not ${isResend(fragment`q`)}),
    dropped as (
      delete from delivery_queue q
      where ${own(tx, 'q')} and endpoint_id = ${endpointId} and (lease_until is null or lease_until < now())
      returning delivery_id, ${eventOf(fragment`q`)} as event_id),
    failed as (
      update deliveries d set state = 'failed', error = 'endpoint_disabled'
      from dropped where d.id = dropped.delivery_id and d.event_id = dropped.event_id),
    exhausted as (select missed_from as first from endpoint_health where ${own(tx)} and endpoint_id = ${endpointId}),
    named as (select min(sequence) as first from events where ${own(tx)} and id = any(${missed}::text[])),
    replay as (delete from endpoint_replays where ${own(tx)} and endpoint_id = ${endpointId} returning after_sequence)
    update webhook_endpoints
    set missed_after = least(
      coalesce((select last_sequence from event_sequences where ${own(tx)}), 0),
      (select first - 1 from queued), (select first - 1 from exhausted), (select first - 1 from named),
      (select after_sequence from replay))
    where ${own(tx)} and id = ${endpointId} and status = 'disabled'`;
}
