import { newId, type Tx } from '@mizan/service-kit';

/** Longer than a fan-out takes that read the endpoint's status just before it changed. */
const settlingSeconds = 60;

/**
 * Makes sure that a disabled endpoint gets what it missed. Say so before its status changes, in the same transaction;
 * {@link replayMissed} does it. Nothing when it missed nothing that is known.
 */
export function startReplay(tx: Tx, endpointId: string): void {
  tx.alongCommit`
    insert into endpoint_replays (endpoint_id, merchant_id, livemode, replay_id, after_sequence, settled_at)
    select id, merchant_id, livemode, ${newId('rpl')}, missed_after,
           now() + ${settlingSeconds}::int * interval '1 second' -- of the database: it is about its transactions
    from webhook_endpoints
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${endpointId}
      and missed_after is not null`;
}
