import { own, Problem, type Tx } from '@mizan/service-kit';
import type { HeldItem } from './hold.entity.ts';
import { holds } from './hold.table.ts';
import { lockHolds, subtractHeld } from './release-stock.ts';

/** The pieces that a payment attempt needs. */
interface StockRequest {
  /** One for each attempt: a repeated request holds nothing more. */
  holdId: string;
  checkoutSessionId: string;
  items: readonly HeldItem[];
}

/**
 * Holds pieces for a payment attempt, all of them or none. Prices of unlimited stock need no hold and are left out.
 * Pieces that an earlier attempt of the same session still holds count as available to the new one, because only one of
 * the attempts can be paid; they are released when the earlier attempt is known to have failed.
 *
 * @throws Problem `resource_missing`: a price is not this merchant's
 * @throws Problem `price_sold_out`: fewer pieces are available than requested
 */
export async function holdStock(tx: Tx, request: StockRequest): Promise<{ holdId: string }> {
  const { holdId, checkoutSessionId } = request;
  const wanted = perPrice(request.items);
  const earlier = await lockHolds(tx, checkoutSessionId);
  const repeated = earlier.find(({ id }) => id === holdId);
  if (repeated && repeated.state !== 'released') return { holdId };

  const alreadyHeld = perPrice(earlier.flatMap(({ state, items }) => (state === 'held' ? items : [])));
  const { held, isShort, isRecorded } = await holdPieces(tx, { ...request, wanted, alreadyHeld });
  if (!isShort && (isRecorded || held.length === 0)) return { holdId };
  if (isRecorded || !(await isHeldByNow(tx, request)))
    throw new Problem('price_sold_out', 'Not enough of an item in this checkout is in stock.');
  await subtractHeld(tx, held);
  return { holdId };
}

/** Whether a concurrent repeat of the same request was first. */
const isHeldByNow = async (tx: Tx, { holdId, checkoutSessionId }: StockRequest): Promise<boolean> =>
  (await lockHolds(tx, checkoutSessionId)).some(({ id, state }) => id === holdId && state !== 'released');

/** Pieces by price, in the order of price ids: every transaction locks prices in that order. */
function perPrice(items: readonly HeldItem[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { priceId, quantity } of items) sums.set(priceId, (sums.get(priceId) ?? 0) + quantity);
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface PiecesToHold extends Omit<StockRequest, 'items'> {
  /** Pieces by price id, in the order of the ids. */
  wanted: ReadonlyMap<string, number>;
  /** Pieces by price id that earlier attempts of the session hold. */
  alreadyHeld: ReadonlyMap<string, number>;
}

interface Outcome {
  /** Pieces held of prices whose stock is limited. */
  held: HeldItem[];
  /** Some price had too few pieces. */
  isShort: boolean;
  /** The hold is written; false when it existed already. */
  isRecorded: boolean;
}

/**
 * One conditional UPDATE over all prices, and the hold that records what it held. One statement, because every other
 * checkout of these prices waits until it is committed.
 */
async function holdPieces(tx: Tx, { holdId, checkoutSessionId, wanted, alreadyHeld }: PiecesToHold): Promise<Outcome> {
  const ids = [...wanted.keys()];
  const rows = await tx.sql<{ id: string; held: number | null; enough: boolean; recorded: boolean }>`
    with wanted as (
      select * from unnest(${ids}::text[], ${[...wanted.values()]}::int[], ${ids.map((id) => alreadyHeld.get(id) ?? 0)}::int[])
        as wanted (id, quantity, already_held)),
    limited as materialized (
      select id from prices where ${own(tx)} and id = any(${ids}::text[]) and stock is not null
      order by id for no key update),
    newly_held as (
      update prices set held = prices.held + wanted.quantity
      from limited join wanted using (id)
      where ${own(tx, 'prices')} and prices.id = limited.id
        and prices.stock - prices.held + wanted.already_held >= wanted.quantity
      returning prices.id, wanted.quantity),
    recorded as (
      ${holds.into('merchantId', 'livemode', 'id', 'checkoutSessionId', 'state', 'items', 'heldAt')}
      select ${tx.scope.merchantId}, ${tx.scope.livemode}, ${holdId}, ${checkoutSessionId}, 'held',
        jsonb_agg(jsonb_build_object('priceId', id, 'quantity', quantity) order by id), ${tx.now}::timestamptz
      from newly_held having count(*) > 0
      on conflict (merchant_id, livemode, id) do update
        set state = 'held', items = excluded.items, held_at = excluded.held_at, ended_at = null
        where holds.state = 'released'
      returning 1)
    select prices.id, newly_held.quantity as held, limited.id is null or newly_held.id is not null as enough,
      exists (select from recorded) as recorded
    from prices left join limited using (id) left join newly_held using (id)
    where ${own(tx, 'prices')} and prices.id = any(${ids}::text[])`;
  if (rows.length < ids.length)
    throw new Problem('resource_missing', 'No such price in this account and mode.', { param: 'items' });
  return {
    held: rows.flatMap(({ id, held }) => (held === null ? [] : [{ priceId: id, quantity: held }])),
    isShort: rows.some(({ enough }) => !enough),
    isRecorded: rows.some(({ recorded }) => recorded),
  };
}
