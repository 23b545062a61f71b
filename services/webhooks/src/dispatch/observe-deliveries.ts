import { acrossMerchants, type Metrics, type SystemReader } from '@mizan/service-kit';
import { successClasses } from './endpoint-breakers.ts';
import type { DeliveryPool } from './delivery-pool.ts';

const countedMax = 10_000; // the exact number beyond it adds nothing

/**
 * Reports the backlog of deliveries and the health of endpoints. An endpoint never gets a time series of its own, because
 * their number is unlimited: endpoints are counted by state and by success; query the database for individual ones.
 */
export function observeDeliveries(
  metrics: Metrics,
  db: SystemReader,
  pools: { readonly live: DeliveryPool; readonly test: DeliveryPool },
): void {
  metrics.observe(['mizan.delivery.backlog', 'mizan.delivery.backlog.age'], async (report) => {
    // Deliveries that a breaker or a merchant holds back are not late. In test mode the account's own clock counts.
    const rows = await db.sql<{ livemode: boolean; due: number; age: number }>`
      select livemode, count(*)::int as due,
        greatest(0, max(extract(epoch from now() + coalesce(ahead_ms, 0) * interval '1 millisecond' - next_at)))::float8 as age
      from (
        select q.livemode, q.next_at, c.ahead_ms
        from delivery_queue q
        join webhook_endpoints e on e.id = q.endpoint_id and e.status = 'enabled'
        join endpoint_health h on h.endpoint_id = q.endpoint_id and h.probe_at is null
        left join test_clocks c on c.merchant_id = q.merchant_id and not q.livemode
        where ${acrossMerchants} and q.next_at <= now() + coalesce(c.ahead_ms, 0) * interval '1 millisecond'
        limit ${countedMax}) due
      group by livemode`;
    for (const livemode of [true, false]) {
      const row = rows.find((each) => each.livemode === livemode);
      const labels = { 'mizan.livemode': String(livemode) };
      report('mizan.delivery.backlog', row?.due ?? 0, labels);
      report('mizan.delivery.backlog.age', row?.age ?? 0, labels);
    }
  });

  metrics.observe(['mizan.endpoints'], async (report) => {
    const rows = await db.sql<{ livemode: boolean; state: string; endpoints: number }>`
      select e.livemode, count(*)::int as endpoints,
        case when e.status <> 'enabled' then 'disabled' when h.probe_at is not null then 'paused'
             when h.failing_since is not null then 'failing' else 'well' end as state
      from webhook_endpoints e left join endpoint_health h on h.endpoint_id = e.id
      where ${acrossMerchants}
      group by 1, 3`;
    for (const livemode of [true, false])
      for (const state of ['well', 'failing', 'paused', 'disabled'])
        report(
          'mizan.endpoints',
          rows.find((row) => row.livemode === livemode && row.state === state)?.endpoints ?? 0,
          {
            'mizan.livemode': String(livemode),
            'mizan.endpoint.state': state,
          },
        );
  });

  metrics.observe(['mizan.endpoints.success'], (report) => {
    for (const [livemode, pool] of [
      ['true', pools.live],
      ['false', pools.test],
    ] as const) {
      const counts = pool.endpointsBySuccess();
      for (const success of successClasses)
        report('mizan.endpoints.success', counts.get(success) ?? 0, {
          'mizan.livemode': livemode,
          'mizan.endpoint.success': success,
        });
    }
  });
}
