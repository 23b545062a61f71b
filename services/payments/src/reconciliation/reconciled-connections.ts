import type { ProviderName, SettlesTo } from '@mizan/contracts';
import { acrossMerchants, fragment, type Scope, type SystemReader } from '@mizan/service-kit';
import { when } from '../tables/list-filters.ts';

/** A connection whose payments are compared, which may be deleted by now. */
export interface ReconciledConnection {
  readonly id: string;
  readonly scope: Scope;
  readonly provider: ProviderName;
  /** Who receives the money of its payments. */
  readonly settlesTo: SettlesTo;
  /** Of all connections to the same account at the provider the one whose turn it is to read the provider's list. */
  readonly listsAccount: boolean;
}

/** Which connections are compared. */
export interface ConnectionFilter {
  readonly accountId?: string | undefined;
  readonly connectionId?: string | undefined;
}

/** The next live connection in the order of ids, the one `from` itself included; undefined after the last. */
export async function nextConnection(
  { one }: SystemReader,
  { accountId, connectionId }: ConnectionFilter,
  position: { readonly from: string } | { readonly after: string } | null,
): Promise<ReconciledConnection | undefined> {
  const filters = [
    ...when(accountId, (id) => fragment`merchant_id = ${id}`),
    ...when(connectionId, (id) => fragment`id = ${id}`),
  ].reduce((all, each) => fragment`${all} and ${each}`, fragment`livemode`);
  const sought =
    position === null
      ? fragment`true`
      : 'from' in position
        ? fragment`id >= ${position.from}`
        : fragment`id > ${position.after}`;
  const row = await one<Omit<ReconciledConnection, 'scope'> & { merchantId: string }>`
    with reconciled as (
      select id, merchant_id, provider, settles_to, provider_account, status from connections where ${acrossMerchants} and ${filters})
    select id, merchant_id, provider, settles_to, status <> 'DELETED' and not exists (
        select from reconciled earlier
        where earlier.id < reconciled.id and earlier.status <> 'DELETED' and earlier.provider = reconciled.provider
          and earlier.provider_account = reconciled.provider_account) as lists_account
    from reconciled where ${sought} order by id limit 1`;
  if (!row) return undefined;
  const { merchantId, ...connection } = row;
  return { ...connection, scope: { merchantId, livemode: true } };
}
