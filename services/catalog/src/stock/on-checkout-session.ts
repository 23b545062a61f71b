import type { CheckoutSession } from '@mizan/contracts';
import { json, own, type BusEvent, type Tx } from '@mizan/service-kit';
import { lockHolds } from './lock-holds.ts';
import { releaseHolds } from './release-stock.ts';
import { sellStock } from './sell-stock.ts';

/**
 * Sells a free order, which has no payment: what its newest attempt held, or else its line items. Releases what earlier
 * attempts of the session still hold.
 */
export async function onCheckoutSessionCompleted(
  tx: Tx,
  { object: session }: BusEvent<'checkout.session.completed'>,
): Promise<void> {
  if (session.paymentStatus !== 'no_payment_required') return;
  let holds = await lockHolds(tx, session.id);
  if (holds.length === 0) {
    await insertReleasedHold(tx, session);
    holds = await lockHolds(tx, session.id);
  }
  const sold = holds.find(({ state }) => state === 'sold');
  const order = sold ?? holds.findLast(({ state }) => state === 'held') ?? holds.at(-1);
  if (order && !sold) await sellStock(tx, order, null);
  await releaseHolds(
    tx,
    holds.filter((hold) => hold !== order),
  );
}

/** Releases what any attempt of the session held. */
export const onCheckoutSessionExpired = async (
  tx: Tx,
  { object }: BusEvent<'checkout.session.expired'>,
): Promise<void> => releaseHolds(tx, await lockHolds(tx, object.id));

/** Writes a released hold for an order that held nothing; none when all its prices are of unlimited stock. */
async function insertReleasedHold(tx: Tx, { id, lineItems }: CheckoutSession): Promise<void> {
  await tx.sql`
    insert into holds (merchant_id, livemode, id, checkout_session_id, state, items, held_at, ended_at)
    select ${tx.scope.merchantId}, ${tx.scope.livemode}, ${`free:${id}`}, ${id}, 'released', items, ${tx.now}, ${tx.now}
    from (
      select jsonb_agg(jsonb_build_object('priceId', id, 'quantity', quantity) order by id) as items
      from (
        select prices.id, sum(line.quantity)::int as quantity
        from jsonb_to_recordset(${json(lineItems.map(({ price, quantity }) => ({ id: price.id, quantity })))}::jsonb) as line (id text, quantity int)
        join prices on prices.id = line.id
        where ${own(tx, 'prices')} and prices.stock is not null
        group by prices.id
      ) as limited
    ) as released
    where items is not null`;
}
