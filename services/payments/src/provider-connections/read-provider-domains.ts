import type { Operations, ResponseOf } from '@mizan/contracts';
import { type Reader, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import { openConnection } from '../providers/connections/connection-store.ts';

/** The domains of a connection as its provider knows them now. @throws Problem `resource_missing`, and as `ProviderDomains` */
export async function listProviderDomains(
  { scope }: Pick<Reader, 'scope'>,
  app: App,
  id: string,
): Promise<ResponseOf<Operations['listProviderDomains']>> {
  const connection = await openConnection(app, scope, id);
  if (!connection) throw resourceMissing();
  const data = (await adapterOf(app, connection.provider).domains?.list(connection)) ?? [];
  return { data, totalCount: data.length };
}

export { listProviderDomains as listAccountProviderDomains };
