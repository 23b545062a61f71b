import type { ProviderConnection, ProviderName } from '@mizan/contracts';
import {
  acrossMerchants,
  type Database,
  fragment,
  type Fragment,
  own,
  Problem,
  type Reader,
  type Scope,
  type ServiceSecrets,
  type Tx,
  newId,
} from '@mizan/service-kit';
import type { CheckedCredentials, Connection } from '../port/connection.ts';
import type { ConnectionRow } from './connection.entity.ts';
import { connections } from './connection.table.ts';
import type { ChargeRoute } from '../port/provider.ts';

/** A connection without its secrets. */
export type ShownConnection = Omit<ConnectionRow, 'sealed' | 'status'> & {
  readonly status: ProviderConnection['status'];
};

/** The columns of a {@link ShownConnection}. */
export const shownColumns = connections.omit('sealed');

/** At most this many of one account and mode: a payment tries them in turn. */
export const maxConnections = 20;

/** What opens sealed connections. */
interface Opener {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
}

/** Of connections that are not deleted: the row of a deleted one stays, without its secrets, for the charges that it took. */
export const isConnected = fragment`status <> 'DELETED'`;

/**
 * Whether two connections of one merchant to one provider are to the same account there. Where the provider names no account, those
 * that take the same methods and currencies are: by a wrong guess a refund fails, without one none could be made.
 */
const isSameAccount = (former: Fragment, present: Fragment): Fragment => fragment`
  (${former}.provider_account = ${present}.provider_account
    or (${former}.provider_account is null and ${present}.provider_account is null
      and ${former}.methods = ${present}.methods))`;

/**
 * The connection that a charge was committed with; where that was deleted, another one to the same account at the
 * provider, so that what was paid before can be refunded once the account is connected again.
 */
const standingFor = ({ scope }: Pick<Reader, 'scope'>, id: string): Fragment => fragment`
  ${own({ scope })} and ${isConnected} and (id = ${id} or exists (
    select 1 from connections former
    where ${own({ scope }, 'former')} and former.id = ${id} and former.status = 'DELETED'
      and former.provider = connections.provider and ${isSameAccount(fragment`former`, fragment`connections`)}))
  order by (id = ${id}) desc, created_at, id limit 1`;

/** A connection with its secrets; undefined when there is none. Never cached: credentials are replaced. */
export async function openConnection(
  { db, secrets }: Opener,
  scope: Scope,
  id: string,
): Promise<Connection | undefined> {
  const row = await db.system.one<ConnectionRow>`
    select ${connections.columns} from connections where ${standingFor({ scope }, id)}`;
  return row && opened(secrets, row);
}

/** The connection that the address of a callback names. */
interface Addressed {
  readonly provider: string;
  readonly id: string;
}

/**
 * As {@link openConnection}, for a callback: its address names the connection alone, and its signature proves the rest. The
 * records are those of the connection that the address names: a buyer may pay what a deleted one has prepared.
 */
export async function openConnectionOfCallback(
  opener: Opener,
  { provider, id }: Addressed,
): Promise<Connection | undefined> {
  const scope = await opener.db.system.one<Scope>`
    select merchant_id, livemode from connections where ${acrossMerchants} and id = ${id} and provider = ${provider}`;
  const connection = scope && (await openConnection(opener, scope, id));
  return connection && { ...connection, recordsOf: id };
}

/**
 * A deleted connection with the secrets of another merchant's to the same account at the provider, which may know no other address
 * than the deleted one's. It can verify a callback; nothing of that merchant is read or written with it.
 */
export async function openDeletedConnection(
  { db, secrets }: Opener,
  { provider, id }: Addressed,
): Promise<Connection | undefined> {
  const deleted = await db.system.one<ConnectionRow>`
    select ${connections.columns} from connections
    where ${acrossMerchants} and id = ${id} and provider = ${provider} and status = 'DELETED'`;
  if (!deleted) return undefined;
  const { livemode, providerAccount } = deleted;
  const other = await db.system.one<Pick<ConnectionRow, 'sealed'>>`
    select sealed from connections
    where ${acrossMerchants} and ${isConnected} and provider = ${provider} and provider_account = ${providerAccount}
      and livemode = ${livemode}
    order by status = 'ACTIVE' desc, last_checked_at desc nulls last, id limit 1`;
  return other && opened(secrets, { ...deleted, sealed: other.sealed });
}

function opened(secrets: ServiceSecrets, { merchantId, livemode, sealed, ...row }: ConnectionRow): Connection {
  const { id, provider, settlesTo, methods, providerAccount, publicConfig } = row;
  return {
    ...{ id, provider, settlesTo, methods, providerAccount, publicConfig },
    scope: { merchantId, livemode },
    recordsOf: id,
    sealed,
    secrets: JSON.parse(secrets.decrypt(Buffer.from(sealed))) as Connection['secrets'],
  };
}

/** The connections of an account and mode without their secrets, oldest first: the order in which they are tried. */
export const findConnections = ({ sql, scope }: Pick<Reader, 'sql' | 'scope'>): Promise<ShownConnection[]> =>
  sql<ShownConnection>`
    select ${shownColumns} from connections
    where ${own({ scope })} and ${isConnected} order by created_at, id limit ${maxConnections}`;

/** A connection without its secrets, locked against payments and refunds that are created with it. */
export const lockConnection = ({ one, scope }: Tx, id: string): Promise<ShownConnection | undefined> =>
  one<ShownConnection>`
    select ${shownColumns} from connections where ${own({ scope })} and id = ${id} and ${isConnected} for update`;

/**
 * Keeps the connection of a charge until the transaction ends: a request that removes or replaces it waits, and then sees
 * what this transaction created. A charge that is older than connections needs one to its provider.
 *
 * @throws Problem `merchant_not_activated`: it was removed
 */
export async function holdConnection(
  { one, scope }: Tx,
  { provider, connectionId }: Pick<ChargeRoute, 'provider' | 'connectionId'>,
): Promise<void> {
  const connected = await one`
    select 1 from connections where ${
      connectionId === null
        ? fragment`${own({ scope })} and ${isConnected} and provider = ${provider} limit 1`
        : standingFor({ scope }, connectionId)
    } for share`;
  if (!connected)
    throw new Problem(
      'merchant_not_activated',
      'This account’s live mode is not connected to the account at the payment provider that takes this payment.',
    );
}

/** The last four characters of each secret. */
const hintsOf = (secrets: Connection['secrets']): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, secret.slice(-4)]));

/** What a check of credentials changes of a connection's row. */
export const checkedColumns = (
  secrets: ServiceSecrets,
  checked: Omit<CheckedCredentials, 'offers'>,
  now: Date,
): Pick<
  ConnectionRow,
  'status' | 'providerAccount' | 'publicConfig' | 'credentialHints' | 'sealed' | 'lastCheckedAt' | 'lastError'
> => ({
  status: 'ACTIVE',
  providerAccount: checked.providerAccount,
  publicConfig: { ...checked.publicConfig },
  credentialHints: hintsOf(checked.secrets),
  sealed: secrets.encrypt(JSON.stringify(checked.secrets)),
  lastCheckedAt: now,
  lastError: null,
});

/** Names a connection. */
interface Taker {
  readonly id: string;
  readonly provider: ProviderName;
}

/** What is open at a connection. */
export interface OpenWork {
  readonly kind: 'attempt' | 'query' | 'hold' | 'refund' | 'dispute';
  /** Of the payment, refund or dispute. */
  readonly id: string;
  /** When the provider is queried next; null where that is not known. */
  readonly nextSyncAt: Date | null;
}

/**
 * One payment or refund that waits for the provider's answer or cancellation, payment that waits for its capture, or dispute that
 * waits for its end. Each part reads an index of what is open alone: an account may have millions of payments that are over, and
 * new ones wait for the lock. Call it under the lock.
 */
export function findOpenWork({ one, scope }: Tx, taker: Taker): Promise<OpenWork | undefined> {
  const isTaken = isTakenBy({ scope }, taker);
  return one<OpenWork>`
    select kind, id, next_sync_at from (
      select 'attempt' as kind, payment_intent_id as id, next_sync_at
        from charges where ${own({ scope }, 'charges')} and charges.status = 'PENDING' and ${isTaken}
      union all
      select 'hold', payment_intents.id, null
        from payment_intents join charges on charges.payment_intent_id = payment_intents.id
        where ${own({ scope }, 'payment_intents')} and payment_intents.amount_capturable > 0
          and charges.status = 'SUCCEEDED' and not charges.is_surplus and ${isTaken}
      union all
      select 'query', payment_intent_id, next_sync_at
        from charges where ${own({ scope }, 'charges')} and charges.next_sync_at is not null and ${isTaken}
      union all
      select 'refund', refunds.id, refunds.next_sync_at from refunds join charges on charges.id = refunds.charge_id
        where ${own({ scope }, 'refunds')} and refunds.status = 'PENDING'
          and refunds.next_sync_at is not null and ${isTaken}
      union all
      select 'dispute', disputes.id, null from disputes join charges on charges.id = disputes.charge_id
        where ${own({ scope }, 'disputes')} and disputes.status in ('NEEDS_RESPONSE', 'UNDER_REVIEW') and ${isTaken}
    ) as open limit 1`;
}

/** Whether a bank may still return the money of a refund, which the provider would report. Call it under the lock. */
export async function hasReturnableRefunds({ one, scope }: Tx, taker: Taker): Promise<boolean> {
  const returnable = await one`
    select 1 from refunds join charges on charges.id = refunds.charge_id
    where ${own({ scope }, 'refunds')} and refunds.status = 'SUCCEEDED' and refunds.next_sync_at is not null
      and ${isTakenBy({ scope }, taker)}
    limit 1`;
  return returnable !== undefined;
}

/**
 * Charges of a connection, and of deleted ones that it stands for; those that are older than connections name their
 * provider alone, of which there was one.
 */
const isTakenBy = ({ scope }: Pick<Reader, 'scope'>, { id, provider }: Taker): Fragment => fragment`
  charges.provider = ${provider} and (charges.connection_id is null or charges.connection_id = ${id} or exists (
    select 1 from connections former join connections on connections.id = ${id}
    where ${own({ scope }, 'former')} and former.id = charges.connection_id and former.status = 'DELETED'
      and ${isSameAccount(fragment`former`, fragment`connections`)}))`;

/** A condition: a connection still has the credentials that were opened. */
export const hasStill = ({ sealed }: Pick<Connection, 'sealed'>): Fragment => fragment`sealed = ${Buffer.from(sealed)}`;

/**
 * The provider has refused the credentials: the connection takes no new payments until it is checked again. Those that have been
 * replaced meanwhile say nothing of the present ones.
 */
export async function invalidate(
  db: Database,
  connection: Pick<Connection, 'id' | 'scope' | 'sealed'>,
  reason: string,
): Promise<void> {
  const { id, scope } = connection;
  await db.transact(scope, async (tx) => {
    const changed = { status: 'INVALID', lastError: reason.slice(0, 500), updatedAt: fragment`now()` } as const;
    const invalidated = await tx.one`
      update connections set ${connections.set(changed)}
      where ${own(tx)} and id = ${id} and status = 'ACTIVE'
        and ${hasStill(connection)} returning 1`;
    if (invalidated) publishLiveMethodsChange(tx);
  });
}

/** Has the other services forget what live mode could take before this transaction. */
export function publishLiveMethodsChange(tx: Tx): void {
  const id = newId('lmc', tx.now.getTime());
  tx.emit('live_methods.changed', { object: { id, object: 'live_methods_change' }, version: 1 });
}
