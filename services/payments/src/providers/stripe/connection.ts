import { type Database, own, Problem, type Reader, type Scope, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import type { ProviderConnectionRow } from './provider-connection.entity.ts';
import { providerConnections } from './provider-connection.table.ts';
import { stripeName } from './stripe-store.ts';

/** What only the platform and Stripe know. */
interface StripeSecrets {
  readonly secretKey: string;
  /** Stripe signs its callbacks with it. */
  readonly callbackSecret: string;
}

/** The keys of an account at Stripe. */
export interface StripeKeys extends StripeSecrets {
  readonly publishableKey: string;
  /** Of the account at Stripe that the keys belong to. */
  readonly stripeAccountId: string;
}

type ConnectedAccount = Pick<ProviderConnectionRow, 'stripeAccountId'>;

/** The secrets of a connection, with the account at Stripe where it is known. */
type OpenedConnection = StripeSecrets & ConnectedAccount;

const shown = providerConnections.omit('sealed');

/** A connection without its secrets. */
export type ShownConnection = Omit<ProviderConnectionRow, 'sealed'>;

/** The secrets of an account and mode; undefined while it is not connected. Never cached: keys are replaced. */
export async function openConnection(
  db: Database,
  secrets: ServiceSecrets,
  scope: Scope,
): Promise<OpenedConnection | undefined> {
  const row = await db.system.one<ConnectedAccount & { sealed: Buffer }>`
    select sealed, stripe_account_id from provider_connections
    where ${own({ scope })} and provider = ${stripeName}`;
  if (!row) return undefined;
  return { ...(JSON.parse(secrets.decrypt(row.sealed)) as StripeSecrets), stripeAccountId: row.stripeAccountId };
}

/** The connection of the reader's account, without its secrets. */
export const findConnection = ({ one, scope }: Reader): Promise<ShownConnection | undefined> =>
  one<ShownConnection>`
    select ${shown} from provider_connections
    where ${own({ scope })} and provider = ${stripeName}`;

/** Creates the connection of the transaction's account or replaces its keys. The secrets are stored encrypted. */
export async function saveConnection(
  tx: Tx,
  secrets: ServiceSecrets,
  { secretKey, callbackSecret, publishableKey, stripeAccountId }: StripeKeys,
): Promise<ShownConnection> {
  const { merchantId, livemode } = tx.scope;
  const row = {
    merchantId,
    livemode,
    provider: stripeName,
    stripeAccountId,
    publishableKey,
    secretKeyLast4: secretKey.slice(-4),
    sealed: secrets.encrypt(JSON.stringify({ secretKey, callbackSecret })),
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  const saved = await tx.one<ShownConnection>`
    ${providerConnections.insert([row])}
    on conflict (merchant_id, livemode, provider) do update set
      stripe_account_id = excluded.stripe_account_id, publishable_key = excluded.publishable_key,
      secret_key_last4 = excluded.secret_key_last4, sealed = excluded.sealed, updated_at = excluded.updated_at
    returning ${shown}`;
  if (!saved) throw new Error('bug: a connection was neither written nor replaced');
  return saved;
}

/** Deletes the connection of the transaction's account with its secrets. */
export async function deleteConnection({ sql, scope }: Tx): Promise<void> {
  await sql`delete from provider_connections where ${own({ scope })} and provider = ${stripeName}`;
}

/** Keeps the connection until the transaction ends. @throws Problem `merchant_not_activated`: there is none */
export async function holdConnection({ one, scope }: Tx): Promise<void> {
  const connected = await one`
    select 1 from provider_connections
    where ${own({ scope })} and provider = ${stripeName} for key share`;
  if (!connected)
    throw new Problem('merchant_not_activated', 'This account’s live mode is not connected to a payment provider.');
}

/** Locks the connection against transactions that create a payment or refund with it; undefined when there is none. */
export const lockConnection = ({ one, scope }: Tx): Promise<ConnectedAccount | undefined> =>
  one<ConnectedAccount>`
    select stripe_account_id from provider_connections
    where ${own({ scope })} and provider = ${stripeName} for update`;

/** Whether a payment or refund waits for Stripe's answer or cancellation, or a payment for its capture. Call it under the lock. */
export async function hasOpenPayments({ one, scope }: Tx): Promise<boolean> {
  const open = await one`
    select 1 from charges join payment_intents on payment_intents.id = charges.payment_intent_id
    where ${own({ scope }, 'charges')} and charges.provider = ${stripeName}
      and (charges.status = 'PENDING' or charges.next_sync_at is not null or payment_intents.amount_capturable > 0
        or exists (select 1 from refunds where refunds.charge_id = charges.id and refunds.status = 'PENDING'))
    limit 1`;
  return open !== undefined;
}

/** Records the account at Stripe, where it is not known yet: from then on the keys of another account are recognized. */
export async function pinStripeAccount(db: Database, scope: Scope, stripeAccountId: string): Promise<void> {
  await db.system.sql`
    update provider_connections set stripe_account_id = ${stripeAccountId}
    where ${own({ scope })} and provider = ${stripeName} and stripe_account_id is null`;
}
