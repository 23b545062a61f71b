import { ProviderName } from '@mizan/contracts';
import { acrossMerchants } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';

/** Reports how many connections of live mode take no payments because their provider refuses their credentials, from zero. */
export function watchConnections({ db, metrics }: Pick<App, 'db' | 'metrics'>): void {
  metrics.observe(['mizan.provider_connections.refused'], async (report) => {
    const rows = await db.system.sql<{ provider: ProviderName; refused: number }>`
      select provider, count(*)::int as refused from connections
      where ${acrossMerchants} and livemode and status = 'INVALID' group by provider`;
    const refused = new Map(rows.map((row) => [row.provider, row.refused]));
    for (const provider of ProviderName.options)
      report('mizan.provider_connections.refused', refused.get(provider) ?? 0, { 'mizan.provider': provider });
  });
}
