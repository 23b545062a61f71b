import { fragment, type Tx } from '@mizan/service-kit';
import type { HoldRow } from './hold.entity.ts';

/** All holds of a session in any state, oldest first, locked until the transaction ends. */
export const lockHolds = (tx: Tx, checkoutSessionId: string): Promise<HoldRow[]> => tx.sql<HoldRow>`
  select ${holdColumns} from holds
  where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and checkout_session_id = ${checkoutSessionId}
  order by held_at, id for update`;

const holdColumns = fragment`
  merchant_id as "merchantId", livemode, id, checkout_session_id as "checkoutSessionId",
  payment_intent_id as "paymentIntentId", state, items, held_at as "heldAt", ended_at as "endedAt"`;
