import { own, type Tx } from '@mizan/service-kit';
import { priceColumns, toPriceResource, type ShownPrice } from '../product/price.resource.ts';
import type { HoldRow } from './hold.entity.ts';

/** A hold that becomes a sale: locked, and not sold yet. */
interface Sale {
  readonly hold: HoldRow;
  /** Null for a free order. */
  readonly paymentIntentId: string | null;
}

/**
 * Turns holds into sales, in the order given: their pieces leave the stock. When a late payment finds its hold released,
 * the pieces may be sold already and the stock goes below zero. Gives back what `unpaid` still hold: other attempts of the
 * sessions, locked too. All by one statement, as other checkouts of these prices wait for its commit.
 *
 * Emits for each price whose stock changed one `price.updated` for all sales together, then `price.stock_depleted` when the
 * last piece was sold, and `price.oversold` for every sale of more than there were.
 */
export async function sellHolds(tx: Tx, sales: readonly Sale[], unpaid: readonly HoldRow[]): Promise<void> {
  if (sales.length === 0) return;
  const sold = await subtractStock(
    tx,
    sales,
    unpaid.filter(({ state }) => state === 'held'),
  );
  for (const price of sold) emitStockChange(tx, price);
}

interface SoldPrice extends ShownPrice {
  version: number;
  stockBefore: number | null;
  isDepleted: boolean;
  oversold: number;
}

/** What one hold changes of one of its prices. */
interface Line {
  readonly priceId: string;
  readonly sold: number;
  /** Pieces that are no longer held. */
  readonly unheld: number;
}

const linesOf = ({ items, state }: HoldRow, isSold: boolean): Line[] =>
  items.map(({ priceId, quantity }) => ({
    priceId,
    sold: isSold ? quantity : 0,
    unheld: state === 'held' ? quantity : 0,
  }));

/** Returns the prices whose stock changed. A price that has become unlimited only loses what is held of it. */
async function subtractStock(tx: Tx, sales: readonly Sale[], released: readonly HoldRow[]): Promise<SoldPrice[]> {
  const lines = [
    ...sales.flatMap(({ hold }) => linesOf(hold, true)),
    ...released.flatMap((hold) => linesOf(hold, false)),
  ];
  const ended = [...sales, ...released.map((hold) => ({ hold, paymentIntentId: null }))];
  const rows = await tx.sql<SoldPrice & { sold: number }>`
    with ended as (
      update holds set state = each.state, payment_intent_id = each.payment_intent_id, ended_at = ${tx.now}::timestamptz
      from unnest(${ended.map(({ hold }) => hold.id)}::text[], ${ended.map((_, i) => (i < sales.length ? 'sold' : 'released'))}::text[],
        ${ended.map(({ paymentIntentId }) => paymentIntentId)}::text[]) as each (id, state, payment_intent_id)
      where ${own(tx, 'holds')} and holds.id = each.id),
    line as (
      select id, sold, unheld, sum(sold) over (partition by id order by nth) as sold_by_then
      from unnest(${lines.map((each) => each.priceId)}::text[], ${lines.map((each) => each.sold)}::int[],
        ${lines.map((each) => each.unheld)}::int[]) with ordinality as line (id, sold, unheld, nth)),
    locked as materialized (
      select id, stock from prices where ${own(tx)} and id = any(select id from line)
      order by id for no key update),
    total as materialized (
      select id, sum(sold)::int as sold, sum(unheld)::int as unheld,
        stock > 0 and sum(sold) >= stock as is_depleted,
        count(*) filter (where sold > 0 and sold_by_then > stock)::int as oversold
      from line join locked using (id) group by id, stock)
    update prices set
      stock = prices.stock - total.sold,
      held = prices.held - total.unheld,
      version = prices.version + case when stock is null or total.sold = 0 then 0 else 1 + is_depleted::int + oversold end,
      updated_at = case when stock is null or total.sold = 0 then prices.updated_at else ${tx.now} end
    from total
    where ${own(tx, 'prices')} and prices.id = total.id
    returning ${priceColumns}, prices.version, prices.stock + total.sold as stock_before, total.sold, is_depleted, oversold`;
  return rows.filter(({ stock, sold }) => stock !== null && sold > 0).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Emits the events of a sold price; `version` is that of the last one. */
function emitStockChange(tx: Tx, { version, stockBefore, isDepleted, oversold, ...price }: SoldPrice): void {
  const object = toPriceResource(price);
  if (stockBefore === null) throw new Error(`bug: ${price.id} lost its stock while it was sold`);
  const states = [
    ...(isDepleted ? (['price.stock_depleted'] as const) : []),
    ...Array.from({ length: oversold }, () => 'price.oversold' as const),
  ];
  const first = version - states.length;
  tx.emit('price.updated', { object, version: first, previousAttributes: { stock: stockBefore } });
  states.forEach((type, index) => tx.emit(type, { object, version: first + 1 + index }));
}
