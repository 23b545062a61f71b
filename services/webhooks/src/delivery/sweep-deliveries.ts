import { job, type Job } from '@mizan/service-kit';
import { deliveryLifetimeHours } from './schedule.ts';

const leasesEveryMs = 5_000;
const leftoversEveryMs = 60_000;
const batchRows = 1_000;

/**
 * Makes deliveries due again whose dispatcher died: the lease ran out. The attempt may have been made, which is why
 * receivers are told to drop repeats by `webhook-id`.
 */
export const releaseLeases: Job = job('release-leases', {
  everyMs: leasesEveryMs,
  run: async ({ db }) => {
    const released = await db.system.sql`
      update deliveries set state = 'pending', claim_id = null, lease_until = null
      where state = 'sending' and lease_until < now() returning 1`;
    return released.length;
  },
});

/**
 * Fails what will not be sent any more: deliveries that waited behind an open breaker beyond their lifetime, and those
 * fanned out to an endpoint in the moment it was disabled.
 */
export const failLeftovers: Job = job('fail-leftovers', {
  everyMs: leftoversEveryMs,
  run: async ({ db }) => {
    const failed = await db.system.sql`
      with leftover as (
        select d.id, e.status from deliveries d left join webhook_endpoints e on e.id = d.endpoint_id
        where d.state = 'pending'
          and (e.status is distinct from 'enabled'
               or d.first_at < now() - ${deliveryLifetimeHours}::int * interval '1 hour')
        limit ${batchRows} for update of d skip locked)
      update deliveries d set state = 'failed',
        error = case when leftover.status = 'enabled' then 'expired' else 'endpoint_disabled' end
      from leftover where d.id = leftover.id returning 1`;
    return failed.length;
  },
});
