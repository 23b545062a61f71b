import type { ProviderConnection, ProviderName, SettlesTo } from '@mizan/contracts';
import { fragment, own, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import {
  checkedColumns,
  isConnected,
  maxConnections,
  publishLiveMethodsChange,
  type ShownConnection,
  shownColumns,
} from '../providers/connections/connection-store.ts';
import { connections } from '../providers/connections/connection.table.ts';
import { type Holding, lockOneHolder } from './lock-one-holder.ts';
import type { CheckedConnection } from './check-credentials.ts';
import { toProviderConnectionResource } from './provider-connection.resource.ts';

/** A connection whose credentials the provider has accepted. */
export interface NewConnection {
  /** `pvc_…`, which the provider knows from its address for callbacks. */
  readonly id: string;
  readonly provider: ProviderName;
  readonly settlesTo: SettlesTo;
  readonly checked: CheckedConnection;
  readonly sentBy: Holding['sentBy'];
}

/**
 * Connects the transaction's account to a provider. The secrets are stored encrypted.
 *
 * @throws Problem `resource_limit_reached`; as `lockOneHolder`
 */
export async function createProviderConnection(
  tx: Tx,
  app: App,
  { id, provider, settlesTo, checked, sentBy }: NewConnection,
): Promise<ProviderConnection> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`connections ${merchantId} ${livemode}`}, 0))`;
  const { methods, providerAccount } = checked;
  await lockOneHolder(tx, { provider, providerAccount, settlesTo, ...holdingOf(sentBy) });
  const made = {
    ...{ id, merchantId, livemode, provider, settlesTo, methods },
    ...checkedColumns(app.secrets, checked, tx.now),
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  const row = await tx.one<ShownConnection>`
    ${connections.insertWhere(isBelowLimit(tx), made)} returning ${shownColumns}`;
  if (!row)
    throw new Problem('resource_limit_reached', `An account can have at most ${maxConnections} provider connections.`);
  publishLiveMethodsChange(tx);
  return toProviderConnectionResource(row, app.publicUrl);
}

/** A merchant sends no `settlesTo`: an account that it connects pays the merchant. */
const holdingOf = (sentBy: Holding['sentBy']): Pick<Holding, 'sentBy' | 'param'> => ({
  sentBy,
  param: sentBy === 'operator' ? 'settlesTo' : 'credentials',
});

const isBelowLimit = (tx: Tx) =>
  fragment`(select count(*) from connections where ${own(tx)} and ${isConnected}) < ${maxConnections}`;

export { createProviderConnection as createAccountProviderConnection };
