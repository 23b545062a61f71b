import { Problem, type Tx } from '@mizan/service-kit';

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
