import type { ProviderConnection } from '@mizan/contracts';
import { type LoadContext, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import {
  isConnected,
  openConnection,
  publishLiveMethodsChange,
  type ShownConnection,
  shownColumns,
} from '../providers/connections/connection-store.ts';
import { connections } from '../providers/connections/connection.table.ts';
import { callbackUrlOf, toProviderConnectionResource } from './provider-connection.resource.ts';

/** What the provider answered: null when it accepts the credentials. */
export interface ConnectionCheck {
  readonly id: string;
  readonly error: string | null;
}

/**
 * Has the provider prove the credentials of a connection, without moving money; no transaction is open.
 *
 * @throws Problem `resource_missing`; `internal_error` 503: the provider does not answer, which says nothing of them
 */
export async function loadConnectionCheck({ scope }: LoadContext, app: App, id: string): Promise<ConnectionCheck> {
  const connection = await openConnection(app, scope, id);
  if (!connection) throw resourceMissing();
  const { connect } = adapterOf(app, connection.provider);
  try {
    await connect.check(connect.credentialsOf(connection), callbackUrlOf(app.publicUrl, connection));
    return { id, error: null };
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'parameter_invalid') return { id, error: thrown.message };
    if (thrown instanceof Problem && thrown.code === 'creation_failed')
      throw new Problem('internal_error', thrown.message, { status: 503, retryAfterSeconds: 1, cause: thrown });
    throw thrown;
  }
}

/** Records what the provider answered: a connection whose credentials it refuses takes no new payments. */
export async function checkProviderConnection(
  tx: Tx,
  app: App,
  { id, error }: ConnectionCheck,
): Promise<ProviderConnection> {
  const status = error === null ? 'ACTIVE' : 'INVALID';
  const row = await tx.one<ShownConnection>`
    update connections set ${connections.set({ status, lastError: error, lastCheckedAt: tx.now, updatedAt: tx.now })}
    where ${own(tx)} and id = ${id} and ${isConnected} returning ${shownColumns}`;
  if (!row) throw resourceMissing();
  publishLiveMethodsChange(tx);
  return toProviderConnectionResource(row, app.publicUrl);
}

export { checkProviderConnection as checkAccountProviderConnection };
