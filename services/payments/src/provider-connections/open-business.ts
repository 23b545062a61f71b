import type { Tx } from '@mizan/service-kit';
import type { ProviderConnectionRow } from './provider-connection.entity.ts';

/** Locks the account's connection against whoever begins a payment or a refund with it; undefined when there is none. */
export async function lockConnection(tx: Tx): Promise<Pick<ProviderConnectionRow, 'stripe_account_id'> | undefined> {
  const { merchantId, livemode } = tx.scope;
  return tx.one<Pick<ProviderConnectionRow, 'stripe_account_id'>>`
    select stripe_account_id from provider_connections
    where merchant_id = ${merchantId} and livemode = ${livemode} and provider = 'stripe' for update`;
}

/** Whether a payment or refund waits for Stripe's answer, or a payment for its capture. Ask under the lock. */
export async function hasOpenBusiness(tx: Tx): Promise<boolean> {
  const { merchantId, livemode } = tx.scope;
  const waiting = await tx.one`
    select 1 from charges join payment_intents on payment_intents.id = charges.payment_intent_id
    where charges.merchant_id = ${merchantId} and charges.livemode = ${livemode} and charges.provider = 'stripe'
      and (charges.status = 'PENDING' or payment_intents.amount_capturable > 0
        or exists (select 1 from refunds where refunds.charge_id = charges.id and refunds.status = 'PENDING'))
    limit 1`;
  return waiting !== undefined;
}
