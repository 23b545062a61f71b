import type { Event } from '@mizan/contracts';
import { resourceMissing, type Reader } from '@mizan/service-kit';
import { toEventResource, type EventRow } from './event.resource.ts';

/**
 * One event of the merchant and mode.
 *
 * @throws Problem `resource_missing`: none with this id, or older than the retention
 */
export async function getEvent(reader: Reader, id: string): Promise<Event> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<EventRow>`
    select e.id, e.body, e.created_at as "createdAt",
           (select count(*)::int from deliveries d where d.event_id = e.id and d.state = 'pending') as "pendingWebhooks"
    from events e
    where e.id = ${id} and e.merchant_id = ${merchantId} and e.livemode = ${livemode}`;
  if (!row) throw resourceMissing();
  return toEventResource(row);
}
