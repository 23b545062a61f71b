import { soldOutMessage } from '@mizan/contracts/sold-out-message';
import { fragment, own, Problem, violatedConstraint, type Autocommit, type Reader, type Tx } from '@mizan/service-kit';
import type { HeldItem } from './hold.entity.ts';
import { holds } from './hold.table.ts';
import { lockHolds } from './release-stock.ts';

/** The pieces that a payment attempt needs. */
interface StockRequest {
  /** One for each attempt: a repeated request holds nothing more. */
  holdId: string;
  checkoutSessionId: string;
  items: readonly HeldItem[];
}

/**
 * Holds pieces for the first attempt of a session, by one statement that commits by itself: no other checkout of these
 * prices waits for a round trip. Undefined, with nothing held, when {@link holdStock} has to look closer: the session has
 * a hold, another request has just recorded this one, pieces are short, or a price does not exist.
 */
export async function holdAtOnce(db: Autocommit, request: StockRequest): Promise<{ holdId: string } | undefined> {
  const { holdId, checkoutSessionId } = request;
  const isNotFirst = fragment`exists (
    select from holds where ${own(db, 'holds')} and checkout_session_id = ${checkoutSessionId})`;
  const outcome = await holdPieces(db, request, { isRefused: isNotFirst, ifRecorded: fragment`` }).catch(
    (thrown: unknown) => {
      if (violatedConstraint(thrown) === 'holds_pkey') return undefined;
      throw thrown;
    },
  );
  return outcome && !outcome.isRefused && !outcome.isMissing && !outcome.short ? { holdId } : undefined;
}

/**
 * Holds pieces for a payment attempt, all of them or none. Prices of unlimited stock need no hold and are left out.
 * Pieces that an earlier attempt of the same session still holds count as available to the new one, because only one of
 * the attempts can be paid; they are released when the earlier attempt is known to have failed.
 *
 * @throws Problem `resource_missing`: a price is not this merchant's
 * @throws Problem `price_sold_out`: fewer pieces are available than requested
 * @throws Problem `resource_invalid_state`: an earlier attempt has been paid, so no event would release what this one holds
 */
export async function holdStock(tx: Tx, request: StockRequest): Promise<{ holdId: string }> {
  const { holdId, checkoutSessionId } = request;
  const earlier = await lockHolds(tx, checkoutSessionId);
  const repeated = earlier.find(({ id }) => id === holdId);
  if (repeated && repeated.state !== 'released') return { holdId };
  if (earlier.some(({ state }) => state === 'sold'))
    throw new Problem('resource_invalid_state', 'This checkout has been paid already.');

  const alreadyHeld = perPrice(earlier.flatMap(({ state, items }) => (state === 'held' ? items : [])));
  const { held, isMissing, short, isRecorded } = await holdPieces(tx, request, {
    alreadyHeld,
    ifRecorded: holdAgain,
  });
  if (isMissing) throw new Problem('resource_missing', 'No such price in this account and mode.', { param: 'items' });
  if (!short && (isRecorded || held.length === 0)) return { holdId };
  if (!(await isHeldByNow(tx, request)))
    throw new Problem(
      'price_sold_out',
      short ? soldOutMessage(short.priceId, short.available) : 'Not enough is in stock.',
    );
  await releaseAgain(tx, held);
  return { holdId };
}

/** Whether a concurrent repeat of the same request was first. */
const isHeldByNow = async (tx: Tx, { holdId, checkoutSessionId }: StockRequest): Promise<boolean> =>
  (await lockHolds(tx, checkoutSessionId)).some(({ id, state }) => id === holdId && state !== 'released');

/** Undoes what this transaction holds of prices that it has locked. */
async function releaseAgain(tx: Tx, items: readonly HeldItem[]): Promise<void> {
  await tx.sql`
    update prices set held = held - kept.quantity
    from unnest(${items.map((each) => each.priceId)}::text[], ${items.map((each) => each.quantity)}::int[]) as kept (id, quantity)
    where ${own(tx, 'prices')} and prices.id = kept.id`;
}

/** Pieces by price, in the order of price ids: every transaction locks prices in that order. */
function perPrice(items: readonly HeldItem[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { priceId, quantity } of items) sums.set(priceId, (sums.get(priceId) ?? 0) + quantity);
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const holdAgain = fragment`on conflict (merchant_id, livemode, id) do update
  set state = 'held', items = excluded.items, held_at = excluded.held_at, ended_at = null
  where holds.state = 'released'`;

interface HoldingRules {
  /** Condition under which nothing is held. */
  isRefused?: ReturnType<typeof fragment>;
  /** Pieces by price id that earlier attempts of the session hold. */
  alreadyHeld?: ReadonlyMap<string, number>;
  /** The clause for a hold with this id that exists already; without one the statement fails. */
  ifRecorded: ReturnType<typeof fragment>;
}

interface Outcome {
  isRefused: boolean;
  /** Some price does not exist. */
  isMissing: boolean;
  /** The first price that has too few pieces, and how many; null where there are enough of all. */
  short: { readonly priceId: string; readonly available: number } | null;
  /** The hold is written; false when it existed already. */
  isRecorded: boolean;
  /** Pieces held of prices whose stock is limited. */
  held: HeldItem[];
}

/**
 * Locks the limited prices, holds the pieces if there are enough of all, and writes the hold that records them. One
 * statement, because every other checkout of these prices waits until it is committed.
 */
async function holdPieces(
  db: Reader,
  { holdId, checkoutSessionId, items }: StockRequest,
  { isRefused = fragment`false`, alreadyHeld = new Map(), ifRecorded }: HoldingRules,
): Promise<Outcome> {
  const wanted = perPrice(items);
  const ids = [...wanted.keys()];
  const outcome = await db.one<Outcome>`
    with wanted as (
      select * from unnest(${ids}::text[], ${[...wanted.values()]}::int[], ${ids.map((id) => alreadyHeld.get(id) ?? 0)}::int[])
        as wanted (id, quantity, already_held)),
    rule as materialized (
      select ${isRefused} as is_refused,
        (select count(*) from prices where ${own(db)} and id = any(${ids}::text[])) < ${ids.length} as is_missing),
    limited as materialized (
      select id, stock - held as available from prices
      where ${own(db)} and id = any(${ids}::text[]) and stock is not null
        and not (select is_refused or is_missing from rule)
      order by id for no key update),
    supply as materialized (
      select (jsonb_agg(jsonb_build_object('priceId', id, 'available', greatest(available + already_held, 0)) order by id)
        filter (where available + already_held < quantity)) -> 0 as short
      from limited join wanted using (id)),
    newly_held as (
      update prices set held = prices.held + wanted.quantity
      from limited join wanted using (id) cross join supply
      where ${own(db, 'prices')} and prices.id = limited.id and short is null
      returning prices.id, wanted.quantity),
    pieces as (
      select jsonb_agg(jsonb_build_object('priceId', id, 'quantity', quantity) order by id) as items from newly_held),
    recorded as (
      ${holds.into('merchantId', 'livemode', 'id', 'checkoutSessionId', 'state', 'items', 'heldAt')}
      select ${db.scope.merchantId}, ${db.scope.livemode}, ${holdId}, ${checkoutSessionId}, 'held', items, ${db.now}::timestamptz
      from pieces where items is not null ${ifRecorded} returning 1)
    select is_refused, is_missing, short, exists (select from recorded) as is_recorded, coalesce(items, '[]') as held
    from rule, supply, pieces`;
  if (!outcome) throw new Error('bug: a hold had no outcome');
  return outcome;
}
