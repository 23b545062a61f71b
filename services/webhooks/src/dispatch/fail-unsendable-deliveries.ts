import { acrossMerchants, fragment, job } from '@mizan/service-kit';
import { eventOf } from '../delivery/event-of.ts';
import { deliveryLifetimeHours } from './schedule.ts';

const batchRows = 1_000;
const expiresAt = fragment`(q.first_at + ${deliveryLifetimeHours}::int * interval '1 hour')`;

/**
 * Fails deliveries that will never be sent: those that waited behind an open breaker beyond their lifetime, and those fanned
 * out to an endpoint just as it was disabled.
 */
export const failUnsendableDeliveries = job('fail-leftovers', {
  everyMs: 60_000,
  run: async ({ db }) => {
    const failed = await db.system.sql`
      with unsendable as (
        select q.delivery_id, ${eventOf(fragment`q`)} as event_id, e.status from delivery_queue q left join webhook_endpoints e on e.id = q.endpoint_id
        where ${acrossMerchants} and (q.lease_until is null or q.lease_until < now())
          and (e.status is distinct from 'enabled' or ${db.clocks.isDue(expiresAt, fragment`q`)})
        limit ${batchRows} for update of q skip locked),
      dropped as (
        delete from delivery_queue q using unsendable where q.delivery_id = unsendable.delivery_id)
      update deliveries d set state = 'failed',
        error = case when unsendable.status = 'enabled' then 'expired' else 'endpoint_disabled' end
      from unsendable where d.id = unsendable.delivery_id and d.event_id = unsendable.event_id returning 1`;
    return failed.length;
  },
});
