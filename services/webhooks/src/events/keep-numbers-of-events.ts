import type { Tx } from '@mizan/service-kit';

/** After all events of an account and mode are gone: none is stored, and the next one follows the last. */
export async function resetStoredCount(tx: Tx): Promise<void> {
  await tx.sql`
    update event_sequences set stored_count = 0
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode}`;
}
