import { isDeepStrictEqual } from 'node:util';
import type { ProviderConnection, UpdateProviderConnection } from '@mizan/contracts';
import { type LoadContext, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import {
  checkedColumns,
  findOpenWork,
  hasReturnableRefunds,
  hasStill,
  lockConnection,
  openConnection,
  publishLiveMethodsChange,
  type ShownConnection,
  shownColumns,
} from '../providers/connections/connection-store.ts';
import { connections } from '../providers/connections/connection.table.ts';
import type { Connection } from '../providers/port/connection.ts';
import { type Holding, lockOneHolder } from './lock-one-holder.ts';
import { checkCredentials, type CheckedConnection } from './check-credentials.ts';
import { toProviderConnectionResource } from './provider-connection.resource.ts';

/** What is loaded before a connection changes, and the credentials that it had then, as they are stored. */
interface LoadedUpdate extends Pick<Connection, 'provider' | 'sealed'> {
  readonly checked: CheckedConnection;
  /** Whether they belong to another account at the provider than the present ones, or may, where it names none. */
  readonly mayBeOther: boolean;
}

interface Update extends Pick<Holding, 'sentBy'> {
  readonly id: string;
  readonly body: UpdateProviderConnection;
}

/**
 * Has the provider prove the new credentials, or the present ones for the methods that it offers.
 *
 * @throws Problem `resource_missing`; as `checkCredentials`
 */
export async function loadConnectionUpdate(
  context: LoadContext,
  app: App,
  { id, body: { credentials, methods } }: Pick<Update, 'id' | 'body'>,
): Promise<LoadedUpdate> {
  const connection = await openConnection(app, context.scope, id);
  if (!connection) throw resourceMissing();
  const { provider, providerAccount, sealed } = connection;
  const present = adapterOf(app, provider).connect.credentialsOf(connection);
  const check = (tried: unknown, areNew: boolean) =>
    checkCredentials(context, app, { provider, credentials: tried, areNew, methods });
  const { accountCredential } = adapterOf(app, provider).connect;
  const tried = { ...present, ...credentials };
  const isSame = accountCredential
    ? tried[accountCredential] === present[accountCredential]
    : isDeepStrictEqual(tried, present);
  const checked = await check(tried, !isSame);
  if (providerAccount !== null && checked.providerAccount !== null)
    return { provider, sealed, checked, mayBeOther: providerAccount !== checked.providerAccount };
  // Known since connections record it. Credentials that are refused reach no account any more.
  const former = isSame ? null : await check(present, false).catch(refusedAsNull);
  return { provider, sealed, checked, mayBeOther: former !== null && isOther(former, checked) };
}

/** A provider that names no account cannot say that two are the same. */
const isOther = (former: CheckedConnection, { providerAccount }: CheckedConnection): boolean =>
  former.providerAccount === null || former.providerAccount !== providerAccount;

function refusedAsNull(thrown: unknown): null {
  if (thrown instanceof Problem && thrown.code === 'parameter_invalid') return null;
  throw thrown;
}

const changedMeanwhile = (): Problem => {
  const message =
    'Another request changed this connection meanwhile. Nothing was changed by this one. Retrieve the connection; if this is still what you want, send it with a new Idempotency-Key.';
  return new Problem('resource_invalid_state', message);
};

/**
 * Replaces the credentials or the methods of a connection.
 *
 * @throws Problem `resource_missing`; `resource_in_use`: credentials of another account at the provider, or of one that cannot
 *   be compared, while the platform still has to query the present one about payments or refunds; `resource_invalid_state`: another
 *   request changed the connection meanwhile; as `lockOneHolder`
 */
export async function updateProviderConnection(
  tx: Tx,
  app: App,
  { id, body, sentBy, sealed, checked, mayBeOther }: Update & LoadedUpdate,
): Promise<ProviderConnection> {
  const former = await lockConnection(tx, id);
  if (!former) throw resourceMissing();
  // Queries with other credentials would not find what the present account knows.
  if (mayBeOther && ((await findOpenWork(tx, former)) || (await hasReturnableRefunds(tx, former)))) {
    const whose =
      checked.providerAccount === null
        ? 'may belong to another account at the provider, which does not name its accounts'
        : 'belong to another account at the provider';
    const message = `These credentials ${whose}, and payments or refunds of the present one are still open, or refunds may still come back from the bank.`;
    throw new Problem('resource_in_use', message, { param: 'credentials' });
  }
  const { provider, settlesTo } = former;
  const { providerAccount } = checked;
  if (mayBeOther) await lockOneHolder(tx, { provider, providerAccount, settlesTo, sentBy, param: 'credentials' });
  const changes = {
    ...checkedColumns(app.secrets, checked, tx.now),
    ...(body.methods ? { methods: checked.methods } : {}),
    updatedAt: tx.now,
  };
  const row = await tx.one<ShownConnection>`
    update connections set ${connections.set(changes)}
    where ${own(tx)} and id = ${id} and ${hasStill({ sealed })} returning ${shownColumns}`;
  if (!row) throw changedMeanwhile();
  publishLiveMethodsChange(tx);
  return toProviderConnectionResource(row, app.publicUrl);
}

export { updateProviderConnection as updateAccountProviderConnection };
