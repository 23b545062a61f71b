import { own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { connections } from '../providers/connections/connection.table.ts';
import {
  findOpenWork,
  lockConnection,
  type OpenWork,
  publishLiveMethodsChange,
} from '../providers/connections/connection-store.ts';

/**
 * Disconnects the transaction's account from a provider, and deletes the secrets. It leaves the routes. The row stays for
 * the charges that it took: a new connection to the same account at the provider can refund them, and finds the refunds
 * that banks have returned meanwhile.
 *
 * @throws Problem `resource_missing`
 * @throws Problem `resource_in_use`: a payment or refund waits for the provider's answer, a payment for its capture, or a dispute for
 *   its end
 */
export async function deleteProviderConnection(
  tx: Tx,
  id: string,
): Promise<{ readonly id: string; readonly object: 'provider_connection'; readonly deleted: true }> {
  const connection = await lockConnection(tx, id);
  if (!connection) throw resourceMissing();
  const open = await findOpenWork(tx, connection);
  if (open) throw new Problem('resource_in_use', `This connection is still needed: ${waitsFor[open.kind](open)}`);
  const erased = {
    status: 'DELETED',
    sealed: Buffer.alloc(0),
    publicConfig: {},
    credentialHints: {},
    updatedAt: tx.now,
  } as const;
  await tx.sql`
    with removed as (update connections set ${connections.set(erased)} where ${own(tx)} and id = ${id}),
    emptied as (delete from provider_routes where ${own(tx)} and connection_ids = array[${id}])
    update provider_routes set connection_ids = array_remove(connection_ids, ${id})
    where ${own(tx)} and ${id} = any(connection_ids) and cardinality(connection_ids) > 1`;
  publishLiveMethodsChange(tx);
  return { id, object: 'provider_connection', deleted: true };
}

const waitsFor: Readonly<Record<OpenWork['kind'], (open: OpenWork) => string>> = {
  attempt: ({ id }) => `the outcome of ${id} is not known yet. Wait for it, or cancel the payment.`,
  hold: ({ id }) => `${id} is authorized and not captured. Capture it, or cancel it.`,
  query: ({ id, nextSyncAt }) =>
    `the provider is queried about ${id} once more, at ${nextSyncAt?.toISOString() ?? 'an unknown time'}. Try again after that.`,
  refund: ({ id }) => `the outcome of ${id} is not known yet. Wait for it.`,
  dispute: ({ id }) => `${id} has not ended. Wait for its end.`,
};

export { deleteProviderConnection as deleteAccountProviderConnection };
