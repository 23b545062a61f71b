import { own, type Reader, type Tx } from '@mizan/service-kit';
import type { HoldRow } from './hold.entity.ts';
import { holds } from './hold.table.ts';

/** All holds of some sessions in any state, the oldest of a session first, locked until the transaction ends. */
export const lockHolds = (tx: Tx, ...checkoutSessionIds: string[]): Promise<HoldRow[]> => tx.sql<HoldRow>`
  select ${holds.columns} from holds
  where ${own(tx)} and checkout_session_id = any(${checkoutSessionIds}::text[])
  order by checkout_session_id, held_at, id for update`;

/** Releases the pieces of a hold. Does nothing for an unknown hold, or one already released or sold. */
export const releaseStock = async (db: Reader, holdId: string): Promise<{ released: boolean }> => ({
  released: (await release(db, [holdId])) > 0,
});

/** Releases those of the holds that are still held. */
export async function releaseHolds(tx: Tx, rows: readonly HoldRow[]): Promise<void> {
  const held = rows.filter(({ state }) => state === 'held');
  if (held.length > 0)
    await release(
      tx,
      held.map(({ id }) => id),
    );
}

/** One statement, as other checkouts of the prices wait for its commit. Returns how many of the holds were still held. */
async function release(db: Reader, holdIds: readonly string[]): Promise<number> {
  const result = await db.one<{ count: number }>`
    with released as (
      update holds set ${holds.set({ state: 'released', endedAt: db.now })}
      where ${own(db)} and id = any(${holdIds}::text[]) and state = 'held'
      returning items),
    pieces as (
      select item ->> 'priceId' as id, sum((item ->> 'quantity')::int)::int as quantity
      from released, jsonb_array_elements(items) as item group by 1),
    locked as materialized (
      select id from prices where ${own(db)} and id = any(array(select id from pieces))
      order by id for no key update),
    unheld as (
      update prices set held = prices.held - pieces.quantity from locked join pieces using (id)
      where ${own(db, 'prices')} and prices.id = locked.id)
    select count(*)::int as count from released`;
  return result?.count ?? 0;
}
