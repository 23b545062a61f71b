import { wholeOrderOf, type Order } from '@mizan/contracts';
import { json, own, type BusEvent, type Tx } from '@mizan/service-kit';
import type { HeldItem } from './hold.entity.ts';
import { holds } from './hold.table.ts';
import { lockHolds, releaseHolds } from './release-stock.ts';
import { sellHolds } from './sell-stock.ts';

/** Whether there was nothing to pay. What is paid is sold by the event of its payment. */
export const isFree = ({ paymentStatus }: Pick<Order, 'paymentStatus'>): boolean =>
  paymentStatus === 'no_payment_required';

/** Sells what a free session ordered. */
export async function onCheckoutSessionCompleted(
  tx: Tx,
  { object }: BusEvent<'checkout.session.completed'>,
): Promise<void> {
  const order = wholeOrderOf(object);
  if (order) await sellFreeOrder(tx, order);
}

/** Sells a free order whose session's event does not have all line items. */
export const onLinesSold = (tx: Tx, { object }: BusEvent<'checkout.lines_sold'>): Promise<void> =>
  sellFreeOrder(tx, object);

/**
 * Sells a free order, which has no payment: what its newest attempt held, or else its line items. Releases what earlier
 * attempts of the session still hold.
 */
async function sellFreeOrder(tx: Tx, free: Order): Promise<void> {
  const { checkoutSessionId } = free;
  let found = await lockHolds(tx, checkoutSessionId);
  if (found.length === 0) {
    await insertReleasedHold(tx, free);
    found = await lockHolds(tx, checkoutSessionId);
  }
  const sold = found.find(({ state }) => state === 'sold');
  const order = sold ?? found.findLast(({ state }) => state === 'held') ?? found.at(-1);
  const others = found.filter((hold) => hold !== order);
  if (order && !sold) await sellHolds(tx, [{ hold: order, paymentIntentId: null }], others);
  else await releaseHolds(tx, others);
}

/** Releases what any attempt of the session held. */
export async function onCheckoutSessionExpired(
  tx: Tx,
  { object }: BusEvent<'checkout.session.expired'>,
): Promise<void> {
  await releaseHolds(tx, await lockHolds(tx, object.id));
}

/** Writes a released hold for an order that held nothing; none when all its prices are of unlimited stock. */
async function insertReleasedHold(tx: Tx, { checkoutSessionId, lines }: Order): Promise<void> {
  const quantities = lines.map(({ priceId, quantity }) => ({ id: priceId, quantity }));
  const items = await tx.sql<HeldItem>`
    select prices.id as price_id, sum(line.quantity)::int as quantity
    from jsonb_to_recordset(${json(quantities)}::jsonb) as line (id text, quantity int)
    join prices on prices.id = line.id
    where ${own(tx, 'prices')} and prices.stock is not null
    group by prices.id order by prices.id`;
  if (items.length === 0) return;
  const hold = { ...tx.scope, id: `free:${checkoutSessionId}`, checkoutSessionId, state: 'released' as const, items };
  await tx.sql`${holds.insert([{ ...hold, heldAt: tx.now, endedAt: tx.now }])}`;
}
