import type { ProviderConnection } from '@mizan/contracts';
import { type LoadContext, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import {
  hasStill,
  lockConnection,
  openConnection,
  publishLiveMethodsChange,
  type ShownConnection,
  shownColumns,
} from '../providers/connections/connection-store.ts';
import { connections } from '../providers/connections/connection.table.ts';
import type { Connection } from '../providers/port/connection.ts';
import { toProviderConnectionResource } from './provider-connection.resource.ts';
import { setCallbacks } from './set-callbacks.ts';

/** What the provider answered about the credentials that were opened: null when it accepts them. */
export interface ConnectionCheck extends Pick<Connection, 'sealed'> {
  readonly id: string;
  readonly error: string | null;
}

/**
 * Has the provider prove the credentials of a connection, without moving money, and sets where it sends callbacks; no
 * transaction is open.
 *
 * @throws Problem `resource_missing`; `internal_error` 503: the provider does not answer, which says nothing of them
 */
export async function loadConnectionCheck({ scope }: LoadContext, app: App, id: string): Promise<ConnectionCheck> {
  const connection = await openConnection(app, scope, id);
  if (!connection) throw resourceMissing();
  const { connect } = adapterOf(app, connection.provider);
  const { sealed } = connection;
  try {
    const checked = await connect.check(connect.credentialsOf(connection));
    await setCallbacks(app, connection, checked);
    return { id, sealed, error: null };
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'parameter_invalid') return { id, sealed, error: thrown.message };
    if (thrown instanceof Problem && thrown.code === 'creation_failed')
      throw new Problem('internal_error', thrown.message, { status: 503, retryAfterSeconds: 1, cause: thrown });
    throw thrown;
  }
}

/**
 * Records what the provider answered: a connection whose credentials it refuses takes no new payments. An answer about
 * credentials that have been replaced meanwhile changes nothing.
 */
export async function checkProviderConnection(
  tx: Tx,
  app: App,
  { id, sealed, error }: ConnectionCheck,
): Promise<ProviderConnection> {
  const connection = await lockConnection(tx, id);
  if (!connection) throw resourceMissing();
  const status = error === null ? 'ACTIVE' : 'INVALID';
  const checked = await tx.one<ShownConnection>`
    update connections set ${connections.set({ status, lastError: error, lastCheckedAt: tx.now, updatedAt: tx.now })}
    where ${own(tx)} and id = ${id} and ${hasStill({ sealed })} returning ${shownColumns}`;
  if (checked) publishLiveMethodsChange(tx);
  return toProviderConnectionResource(checked ?? connection, app.publicUrl);
}

export { checkProviderConnection as checkAccountProviderConnection };
