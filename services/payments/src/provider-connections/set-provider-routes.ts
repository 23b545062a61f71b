import type { ProviderRoutes, SetProviderRoutes } from '@mizan/contracts';
import { own, Problem, type Tx } from '@mizan/service-kit';
import { findConnections, publishLiveMethodsChange } from '../providers/connections/connection-store.ts';
import { providerRoutes } from '../providers/connections/provider-route.table.ts';
import { toProviderRoutes } from './read-provider-connections.ts';

/**
 * Replaces the routes of the transaction's account.
 *
 * @throws Problem `parameter_invalid`: a connection that the account does not have, or that does not take the method
 */
export async function setProviderRoutes(tx: Tx, { routes }: SetProviderRoutes): Promise<ProviderRoutes> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`provider routes ${merchantId} ${livemode}`}, 0))`;
  const known = new Map((await findConnections(tx)).map((connection) => [connection.id, connection]));
  routes.forEach(({ paymentMethodType, currency, connectionIds }, row) =>
    connectionIds.forEach((id, index) => {
      const takes = known
        .get(id)
        ?.methods.some(({ type, currencies }) => type === paymentMethodType && currencies.includes(currency));
      if (takes) return;
      const message = known.has(id)
        ? `${id} does not take ${paymentMethodType} in ${currency}.`
        : `This account has no provider connection ${id}.`;
      throw new Problem('parameter_invalid', message, { param: `routes[${row}].connectionIds[${index}]` });
    }),
  );
  const rows = routes.map((route) => ({ ...tx.scope, ...route }));
  await tx.sql`delete from provider_routes where ${own(tx)}`;
  if (rows.length > 0) await tx.sql`${providerRoutes.insert(rows)}`;
  publishLiveMethodsChange(tx);
  return toProviderRoutes(rows);
}

export { setProviderRoutes as setAccountProviderRoutes };
