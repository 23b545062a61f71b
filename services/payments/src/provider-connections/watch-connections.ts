import { acrossMerchants } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';

/** Reports how many connections of live mode take no payments because their provider refuses their credentials. */
export function watchConnections({ db, metrics }: Pick<App, 'db' | 'metrics'>): void {
  metrics.observe(['mizan.provider_connections.refused'], async (report) => {
    const rows = await db.system.sql<{ provider: string; refused: number }>`
      select provider, (count(*) filter (where status = 'INVALID'))::int as refused from connections
      where ${acrossMerchants} and livemode and status <> 'DELETED' group by provider`;
    for (const { provider, refused } of rows)
      report('mizan.provider_connections.refused', refused, { 'mizan.provider': provider });
  });
}
