import { type Database, Problem, type Reader, type Scope, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import type { ProviderConnectionRow } from './provider-connection.entity.ts';

/** What only the platform and Stripe know. */
export interface StripeSecrets {
  readonly secretKey: string;
  /** What Stripe signs its callbacks with. */
  readonly callbackSecret: string;
}

/** The secrets in the only form in which they are written anywhere. */
export const sealStripeSecrets = (secrets: ServiceSecrets, { secretKey, callbackSecret }: StripeSecrets): Buffer =>
  secrets.encrypt(JSON.stringify({ secretKey, callbackSecret }));

/** What a connection holds. */
export interface OpenedConnection extends StripeSecrets {
  /** Of the account at Stripe; null for connections that were made before it was asked. */
  readonly stripeAccountId: string | null;
}

/** The secrets of an account and mode; undefined while it is not connected. Read anew each time: keys are replaced. */
export async function openConnection(
  db: Database,
  secrets: ServiceSecrets,
  { merchantId, livemode }: Scope,
): Promise<OpenedConnection | undefined> {
  const row = await db.system.one<{ sealed: Buffer; stripeAccountId: string | null }>`
    select sealed, stripe_account_id as "stripeAccountId" from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe'`;
  if (!row) return undefined;
  return { ...(JSON.parse(secrets.decrypt(row.sealed)) as StripeSecrets), stripeAccountId: row.stripeAccountId };
}

/**
 * Keeps the connection of live mode to its provider as it is until the transaction ends: whoever removes it, or replaces
 * it by that of another account, waits, and then sees what this transaction began. Test mode needs none.
 *
 * @throws Problem `merchant_not_activated`: there is none, so that nobody could be asked
 */
export async function holdConnection(tx: Tx): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  if (!livemode) return;
  const connected = await tx.one`
    select 1 from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe' for key share`;
  if (!connected)
    throw new Problem('merchant_not_activated', 'This account’s live mode is not connected to a payment provider.');
}

/** Locks the account's connection against whoever begins a payment or a refund with it; undefined when there is none. */
export async function lockConnection(tx: Tx): Promise<Pick<ProviderConnectionRow, 'stripe_account_id'> | undefined> {
  const { merchantId, livemode } = tx.scope;
  return tx.one<Pick<ProviderConnectionRow, 'stripe_account_id'>>`
    select stripe_account_id from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe' for update`;
}

/** Whether a payment or refund waits for Stripe's answer, or a payment for its capture. Ask under the lock. */
export async function hasOpenPayments(tx: Tx): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const waiting = await tx.one`
    select 1 from charges join payment_intents on payment_intents.id = charges.payment_intent_id
    where charges.merchant_id = ${merchantId} and charges.livemode = ${livemode} and charges.provider = 'stripe'
      and (charges.status = 'PENDING' or payment_intents.amount_capturable > 0
        or exists (select 1 from refunds where refunds.charge_id = charges.id and refunds.status = 'PENDING'))
    limit 1`;
  return waiting !== undefined;
}

/**
 * Writes down whose account at Stripe a connection leads to, for one that was made before this was asked: from then on
 * keys of another account are told apart. A connection that knows its account keeps it.
 */
export async function pinStripeAccount(
  db: Database,
  { merchantId, livemode }: Scope,
  stripeAccountId: string,
): Promise<void> {
  await db.system.sql`
    update provider_connections set stripe_account_id = ${stripeAccountId}
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe' and stripe_account_id is null`;
}

/** The key by which pages name the reader's account to Stripe; undefined while it is not connected. */
export async function findPublishableKey(reader: Reader): Promise<string | undefined> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<{ publishable_key: string }>`
    select publishable_key from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe'`;
  return row?.publishable_key;
}
