import { acrossMerchants, fragment, job } from '@mizan/service-kit';
import { eventOf } from '../delivery/event-of.ts';
import { isResend } from '../delivery/is-resend.ts';
import { deliveryLifetimeHours } from './schedule.ts';

const batchRows = 1_000;
const expiresAt = fragment`(q.first_at + ${deliveryLifetimeHours}::int * interval '1 hour')`;

/**
 * Fails deliveries that will never be sent: those that waited behind an open breaker beyond their lifetime, which the
 * endpoint has missed unless it was a resend, and those fanned out to an endpoint just as it was disabled.
 */
export const failUnsendableDeliveries = job('fail-leftovers', {
  everyMs: 60_000,
  run: async ({ db }) => {
    const failed = await db.system.sql`
      with unsendable as (
        select q.delivery_id, q.endpoint_id, ${eventOf(fragment`q`)} as event_id, e.status, ${isResend(fragment`q`)} as is_resend
        from delivery_queue q left join webhook_endpoints e on e.id = q.endpoint_id
        where ${acrossMerchants} and (q.lease_until is null or q.lease_until < now())
          and (e.status is distinct from 'enabled' or ${db.clocks.isDue(expiresAt, fragment`q`)})
        limit ${batchRows} for update of q skip locked),
      dropped as (
        delete from delivery_queue q using unsendable where q.delivery_id = unsendable.delivery_id),
      expired as (
        select u.endpoint_id, min(e.sequence) as first from unsendable u join events e on e.id = u.event_id
        where u.status = 'enabled' and not u.is_resend group by u.endpoint_id),
      locked as ( -- in the order of recordOutcomes
        select h.endpoint_id from endpoint_health h join expired x on x.endpoint_id = h.endpoint_id
        order by h.endpoint_id for update of h),
      missed as (
        update endpoint_health h set missed_from = least(h.missed_from, x.first)
        from expired x join locked on locked.endpoint_id = x.endpoint_id where h.endpoint_id = locked.endpoint_id)
      update deliveries d set state = 'failed',
        error = case when unsendable.status = 'enabled' then 'expired' else 'endpoint_disabled' end
      from unsendable where d.id = unsendable.delivery_id and d.event_id = unsendable.event_id returning 1`;
    return failed.length;
  },
});
