import { acrossMerchants } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';

/** Reports how long the oldest money that a payment did not need has waited for its refund, and counts from zero. */
export function watchSurplus({ db, metrics }: Pick<App, 'db' | 'metrics'>): void {
  metrics.add('mizan.late_successes', { 'mizan.livemode': 'true', 'mizan.surplus': 'true' }, 0);
  metrics.observe(['mizan.surplus.age'], async (report) => {
    const oldest = await db.system.one<{ seconds: number }>`
      select coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float8 as seconds
      from late_successes where ${acrossMerchants} and is_surplus`;
    report('mizan.surplus.age', oldest?.seconds ?? 0, {});
  });
}
