import { fragment, own, type Tx } from '@mizan/service-kit';
import { priceColumns, toPriceResource, type ShownPrice } from '../product/price.resource.ts';
import type { HoldRow } from './hold.entity.ts';
import { holds } from './hold.table.ts';

interface SoldPrice extends ShownPrice {
  version: number;
  stockBefore: number | null;
}

/**
 * Turns a hold into a sale: its pieces leave the stock. When a late payment finds its hold released, the pieces may be
 * sold already and the stock goes below zero. Call it with the hold locked and not sold.
 *
 * Emits for each price `price.updated`, then `price.stock_depleted` when the last piece was sold and `price.oversold`
 * when more were sold than there were.
 */
export async function sellStock(tx: Tx, hold: HoldRow, paymentIntentId: string | null): Promise<void> {
  await tx.sql`
    update holds set ${holds.set({ state: 'sold', paymentIntentId, endedAt: tx.now })}
    where ${own(tx)} and id = ${hold.id}`;
  const sold = await subtractStock(tx, hold);
  for (const price of sold) emitStockChange(tx, price);
}

const depleted = fragment`(prices.stock > 0 and prices.stock <= sold.quantity)`;
const oversold = fragment`(prices.stock < sold.quantity)`;

/** Returns the prices whose stock changed. A price that has become unlimited only loses what is held of it. */
async function subtractStock(tx: Tx, { items, state }: HoldRow): Promise<SoldPrice[]> {
  const rows = await tx.sql<SoldPrice>`
    with sold as (
      select * from unnest(${items.map((each) => each.priceId)}::text[], ${items.map((each) => each.quantity)}::int[]) as sold (id, quantity)),
    locked as materialized (
      select id from prices where ${own(tx)} and id = any(select id from sold)
      order by id for no key update)
    update prices set
      stock = prices.stock - sold.quantity,
      held = prices.held - case when ${state === 'held'} then sold.quantity else 0 end,
      version = prices.version + case when prices.stock is null then 0 else 1 + ${depleted}::int + ${oversold}::int end,
      updated_at = case when prices.stock is null then prices.updated_at else ${tx.now} end
    from locked join sold using (id)
    where ${own(tx, 'prices')} and prices.id = locked.id
    returning ${priceColumns}, prices.version, prices.stock + sold.quantity as stock_before`;
  return rows.filter(({ stock }) => stock !== null).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Emits the events of a sold price; `version` is that of the last one. */
function emitStockChange(tx: Tx, { version, stockBefore, ...price }: SoldPrice): void {
  const object = toPriceResource(price);
  const { stock } = price;
  if (stock === null || stockBefore === null) throw new Error(`bug: ${price.id} lost its stock while it was sold`);
  const states = [
    ...(stockBefore > 0 && stock <= 0 ? (['price.stock_depleted'] as const) : []),
    ...(stock < 0 ? (['price.oversold'] as const) : []),
  ];
  const first = version - states.length;
  tx.emit('price.updated', { object, version: first, previousAttributes: { stock: stockBefore } });
  states.forEach((type, index) => tx.emit(type, { object, version: first + 1 + index }));
}
