import { own, type Tx } from '@mizan/service-kit';
import type { HeldItem, HoldRow } from './hold.entity.ts';
import { holds } from './hold.table.ts';

/** All holds of a session in any state, oldest first, locked until the transaction ends. */
export const lockHolds = (tx: Tx, checkoutSessionId: string): Promise<HoldRow[]> => tx.sql<HoldRow>`
  select ${holds.columns} from holds where ${own(tx)} and checkout_session_id = ${checkoutSessionId}
  order by held_at, id for update`;

/** Releases the pieces of a hold. Does nothing for an unknown hold, or one already released or sold. */
export async function releaseStock(tx: Tx, holdId: string): Promise<{ released: boolean }> {
  const hold = await tx.one<{ items: HeldItem[] }>`
    update holds set ${holds.set({ state: 'released', endedAt: tx.now })}
    where ${own(tx)} and id = ${holdId} and state = 'held'
    returning items`;
  if (!hold) return { released: false };
  await subtractHeld(tx, hold.items);
  return { released: true };
}

/** Releases those of the holds that are still held. */
export async function releaseHolds(tx: Tx, rows: readonly HoldRow[]): Promise<void> {
  for (const { id, state } of rows) if (state === 'held') await releaseStock(tx, id);
}

/** Subtracts pieces from what is held of their prices. */
export async function subtractHeld(tx: Tx, items: readonly HeldItem[]): Promise<void> {
  await tx.sql`
    with kept as (
      select * from unnest(${items.map((each) => each.priceId)}::text[], ${items.map((each) => each.quantity)}::int[]) as kept (id, quantity)),
    locked as materialized (
      select id from prices where ${own(tx)} and id = any(select id from kept)
      order by id for no key update)
    update prices set held = prices.held - kept.quantity from locked join kept using (id)
    where ${own(tx, 'prices')} and prices.id = locked.id`;
}
