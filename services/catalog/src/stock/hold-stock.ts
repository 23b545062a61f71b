import { Problem, type Tx } from '@mizan/service-kit';
import type { HeldItem, HoldRow } from './hold.entity.ts';
import { lockHolds } from './lock-holds.ts';
import { giveBack } from './release-stock.ts';

/** What a payment attempt wants kept. */
export interface StockRequest {
  /** One for each attempt: asking again with it holds nothing more. */
  holdId: string;
  checkoutSessionId: string;
  items: readonly HeldItem[];
}

/**
 * Keeps pieces for a payment attempt, all of them or none. Prices of unlimited stock need no keeping and are left out.
 * What an earlier attempt of the same session still keeps counts as available to the new one, because only one of them
 * can be paid; it is given back when that attempt is known to have failed.
 *
 * @throws Problem `resource_missing`: a price is not this merchant's
 * @throws Problem `price_sold_out`: fewer pieces are left than asked for
 */
export async function holdStock(tx: Tx, request: StockRequest): Promise<{ holdId: string }> {
  const { holdId, checkoutSessionId } = request;
  const wanted = perPrice(request.items);
  const earlier = await lockHolds(tx, checkoutSessionId);
  const repeated = earlier.find(({ id }) => id === holdId);
  if (repeated && repeated.state !== 'released') return { holdId };

  const { taken, isShort, isRecorded } = await takePieces(tx, request, wanted, perPrice(earlier.flatMap(stillKept)));
  if (!isShort && (isRecorded || taken.length === 0)) return { holdId };
  if (isRecorded || !(await isHeldMeanwhile(tx, request)))
    throw new Problem('price_sold_out', 'Too few pieces are left of a price in this checkout.');
  await giveBack(tx, taken);
  return { holdId };
}

/** Whether the same request ran at the same time, and was first by a moment. */
const isHeldMeanwhile = async (tx: Tx, { holdId, checkoutSessionId }: StockRequest): Promise<boolean> =>
  (await lockHolds(tx, checkoutSessionId)).some(({ id, state }) => id === holdId && state !== 'released');

const stillKept = (hold: HoldRow): HeldItem[] => (hold.state === 'held' ? hold.items : []);

/** Pieces by price, prices in the order of their ids: every transaction locks them in that order. */
function perPrice(items: readonly HeldItem[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { priceId, quantity } of items) sums.set(priceId, (sums.get(priceId) ?? 0) + quantity);
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Outcome {
  /** What was taken of prices whose stock is limited. */
  taken: HeldItem[];
  /** Some price had too few pieces. */
  isShort: boolean;
  /** The hold is written; false when it was there already. */
  isRecorded: boolean;
}

/**
 * One conditional UPDATE over all prices and the hold that remembers what it took. One statement, because everybody
 * else who wants these prices waits until it is committed.
 */
async function takePieces(
  tx: Tx,
  { holdId, checkoutSessionId }: StockRequest,
  wanted: Map<string, number>,
  own: Map<string, number>,
): Promise<Outcome> {
  const ids = [...wanted.keys()];
  const rows = await tx.sql<{ id: string; taken: number | null; enough: boolean; recorded: boolean }>`
    with wanted as (
      select * from unnest(${ids}::text[], ${[...wanted.values()]}::int[], ${ids.map((id) => own.get(id) ?? 0)}::int[])
        as wanted (id, quantity, own)),
    limited as materialized (
      select id from prices
      where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode}
        and id = any(${ids}::text[]) and stock is not null
      order by id for no key update),
    taken as (
      update prices set held = prices.held + wanted.quantity
      from limited join wanted using (id)
      where prices.id = limited.id and prices.stock - prices.held + wanted.own >= wanted.quantity
      returning prices.id, wanted.quantity),
    recorded as (
      insert into holds (merchant_id, livemode, id, checkout_session_id, state, items, held_at)
      select ${tx.scope.merchantId}, ${tx.scope.livemode}, ${holdId}, ${checkoutSessionId}, 'held',
        jsonb_agg(jsonb_build_object('priceId', id, 'quantity', quantity) order by id), ${tx.now}::timestamptz
      from taken having count(*) > 0
      on conflict (merchant_id, livemode, id) do update
        set state = 'held', items = excluded.items, held_at = excluded.held_at, ended_at = null
        where holds.state = 'released'
      returning 1)
    select prices.id, taken.quantity as taken, limited.id is null or taken.id is not null as enough,
      exists (select from recorded) as recorded
    from prices left join limited using (id) left join taken using (id)
    where prices.merchant_id = ${tx.scope.merchantId} and prices.livemode = ${tx.scope.livemode} and prices.id = any(${ids}::text[])`;
  if (rows.length < ids.length)
    throw new Problem('resource_missing', 'No such price in this account and mode.', { param: 'items' });
  return {
    taken: rows.flatMap(({ id, taken }) => (taken === null ? [] : [{ priceId: id, quantity: taken }])),
    isShort: rows.some(({ enough }) => !enough),
    isRecorded: rows.some(({ recorded }) => recorded),
  };
}
