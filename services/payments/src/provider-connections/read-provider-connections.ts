import type { Operations, ProviderConnection, ProviderRoutes, QueryOf, ResponseOf } from '@mizan/contracts';
import { fragment, own, type Reader, readPage, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { isConnected, type ShownConnection, shownColumns } from '../providers/connections/connection-store.ts';
import type { ConnectionRow } from '../providers/connections/connection.entity.ts';
import { connections } from '../providers/connections/connection.table.ts';
import type { ProviderRouteRow } from '../providers/connections/provider-route.entity.ts';
import { findProviderRoutes } from '../providers/live-routes.ts';
import { toProviderConnectionResource } from './provider-connection.resource.ts';

/** A connection of the reader's account. @throws Problem `resource_missing` */
export async function findConnection(
  { one, scope }: Pick<Reader, 'one' | 'scope'>,
  id: string,
): Promise<ShownConnection> {
  const found = await one<ShownConnection>`
    select ${shownColumns} from connections where ${own({ scope })} and id = ${id} and ${isConnected}`;
  if (!found) throw resourceMissing();
  return found;
}

/** @throws Problem `resource_missing` */
export const getProviderConnection = async (reader: Reader, app: App, id: string): Promise<ProviderConnection> =>
  toProviderConnectionResource(await findConnection(reader, id), app.publicUrl);

type ListConnections = Operations['listProviderConnections'];

/** A page of the account's connections, newest first. */
export async function listProviderConnections(
  reader: Reader,
  app: App,
  { provider, ...page }: QueryOf<ListConnections>,
): Promise<ResponseOf<ListConnections>> {
  const filters = [isConnected, ...(provider === undefined ? [] : [fragment`provider = ${provider}`])];
  const { rows, totalCount } = await readPage<ConnectionRow, ShownConnection>(reader, connections, {
    page,
    filters,
    columns: shownColumns,
  });
  return { data: rows.map((row) => toProviderConnectionResource(row, app.publicUrl)), totalCount };
}

/** The routes of the account. */
export const getProviderRoutes = async (reader: Reader): Promise<ProviderRoutes> =>
  toProviderRoutes(await findProviderRoutes(reader));

export const toProviderRoutes = (rows: readonly ProviderRouteRow[]): ProviderRoutes => ({
  object: 'provider_routes',
  routes: rows.map(({ paymentMethodType, currency, connectionIds }) => ({
    paymentMethodType,
    currency,
    connectionIds,
  })),
});

export {
  getProviderConnection as getAccountProviderConnection,
  getProviderRoutes as getAccountProviderRoutes,
  listProviderConnections as listAccountProviderConnections,
};
