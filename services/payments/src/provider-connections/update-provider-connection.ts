import type { ProviderConnection, UpdateProviderConnection } from '@mizan/contracts';
import { type LoadContext, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import {
  checkedColumns,
  hasOpenPayments,
  lockConnection,
  openConnection,
  type ShownConnection,
  shownColumns,
} from '../providers/connections/connection-store.ts';
import { connections } from '../providers/connections/connection.table.ts';
import { checkCredentials, type CheckedConnection } from './check-credentials.ts';
import { findConnection } from './read-provider-connections.ts';
import { toProviderConnectionResource } from './provider-connection.resource.ts';

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
): Promise<CheckedConnection> {
  const { provider } = await findConnection(context.reader, id);
  const opened = credentials ? undefined : await openConnection(app, context.scope, id);
  return checkCredentials(context, app, {
    id,
    provider,
    credentials: credentials ?? (opened && adapterOf(app, provider).connect.credentialsOf(opened)),
    methods,
  });
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
  { id, body, checked }: Update & { readonly checked: CheckedConnection },
): Promise<ProviderConnection> {
  const former = await lockConnection(tx, id);
  if (!former) throw resourceMissing();
  const isOther = former.providerAccount !== null && former.providerAccount !== checked.providerAccount;
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
    update connections set ${connections.set(changes)} where ${own(tx)} and id = ${id} returning ${shownColumns}`;
  if (!row) throw resourceMissing();
  return toProviderConnectionResource(row, app.publicUrl);
}

export { updateProviderConnection as updateAccountProviderConnection };
