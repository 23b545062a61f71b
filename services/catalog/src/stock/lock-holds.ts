import { own, type Tx } from '@mizan/service-kit';
import type { HoldRow } from './hold.entity.ts';
import { holds } from './hold.table.ts';

/** All holds of a session in any state, oldest first, locked until the transaction ends. */
export const lockHolds = (tx: Tx, checkoutSessionId: string): Promise<HoldRow[]> => tx.sql<HoldRow>`
  select ${holds.columns} from holds where ${own(tx)} and checkout_session_id = ${checkoutSessionId}
  order by held_at, id for update`;
