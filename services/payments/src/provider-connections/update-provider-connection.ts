import type { ProviderConnection, UpdateProviderConnection } from '@mizan/contracts';
import { type LoadContext, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import {
  checkedColumns,
  hasOpenPayments,
  isConnected,
  lockConnection,
  openConnection,
  publishLiveMethodsChange,
  type ShownConnection,
  shownColumns,
} from '../providers/connections/connection-store.ts';
import { connections } from '../providers/connections/connection.table.ts';
import { checkCredentials, type CheckedConnection } from './check-credentials.ts';
import { toProviderConnectionResource } from './provider-connection.resource.ts';

/** What is loaded before a connection changes. */
interface LoadedUpdate {
  readonly checked: CheckedConnection;
  /** The account at the provider that the present credentials belong to; null when they reach none. */
  readonly formerAccount: string | null;
}

interface Update {
  readonly id: string;
  readonly body: UpdateProviderConnection;
}

/**
 * Has the provider prove the new credentials, or the present ones for the methods that it offers.
 *
 * @throws Problem `resource_missing`, and as `checkCredentials`
 */
export async function loadConnectionUpdate(
  context: LoadContext,
  app: App,
  { id, body: { credentials, methods } }: Update,
): Promise<LoadedUpdate> {
  const connection = await openConnection(app, context.scope, id);
  if (!connection) throw resourceMissing();
  const { provider, providerAccount } = connection;
  const present = adapterOf(app, provider).connect.credentialsOf(connection);
  const check = (tried: unknown) => checkCredentials(context, app, { id, provider, credentials: tried, methods });
  return {
    checked: await check({ ...present, ...credentials }),
    // Known since connections record it. Credentials that are refused reach no account any more.
    formerAccount: providerAccount ?? (await check(present).catch(refusedAsNull))?.providerAccount ?? null,
  };
}

function refusedAsNull(thrown: unknown): null {
  if (thrown instanceof Problem && thrown.code === 'parameter_invalid') return null;
  throw thrown;
}

/**
 * Replaces the credentials or the methods of a connection.
 *
 * @throws Problem `resource_missing`; `resource_in_use`: credentials of another account at the provider, while the platform
 *   still has to query the present one about payments or refunds
 */
export async function updateProviderConnection(
  tx: Tx,
  app: App,
  { id, body, checked, formerAccount }: Update & LoadedUpdate,
): Promise<ProviderConnection> {
  const former = await lockConnection(tx, id);
  if (!former) throw resourceMissing();
  const isOther = formerAccount !== null && formerAccount !== checked.providerAccount;
  if (isOther && (await hasOpenPayments(tx, former)))
    throw new Problem(
      'resource_in_use',
      'These credentials belong to another account at the provider, and payments or refunds of the present one are still open.',
      { param: 'credentials' },
    );
  const changes = {
    ...checkedColumns(app.secrets, checked, tx.now),
    ...(body.methods ? { methods: checked.methods } : {}),
    updatedAt: tx.now,
  };
  const row = await tx.one<ShownConnection>`
    update connections set ${connections.set(changes)} where ${own(tx)} and id = ${id} and ${isConnected} returning ${shownColumns}`;
  if (!row) throw resourceMissing();
  publishLiveMethodsChange(tx);
  return toProviderConnectionResource(row, app.publicUrl);
}

export { updateProviderConnection as updateAccountProviderConnection };
