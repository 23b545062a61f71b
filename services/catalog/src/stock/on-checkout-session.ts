import type { CheckoutSession } from '@mizan/contracts';
import { json, type Tx } from '@mizan/service-kit';
import { lockHolds } from './lock-holds.ts';
import { releaseHolds } from './release-stock.ts';
import { sellStock } from './sell-stock.ts';

/**
 * Takes a free order, which has no payment, from the stock: by the hold of its session, or else by its line items. What
 * earlier attempts of the session still hold is given back.
 */
export async function sellFreeOrder(tx: Tx, session: CheckoutSession): Promise<void> {
  let holds = await lockHolds(tx, session.id);
  if (holds.length === 0) {
    await recordUnheld(tx, session);
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

/** An order that nothing was kept for, as if its hold had been released; nothing when all its prices are unlimited. */
async function recordUnheld(tx: Tx, { id, lineItems }: CheckoutSession): Promise<void> {
  await tx.sql`
    insert into holds (merchant_id, livemode, id, checkout_session_id, state, items, held_at, ended_at)
    select ${tx.scope.merchantId}, ${tx.scope.livemode}, ${`free:${id}`}, ${id}, 'released', items, ${tx.now}, ${tx.now}
    from (
      select jsonb_agg(jsonb_build_object('priceId', id, 'quantity', quantity) order by id) as items
      from (
        select prices.id, sum(line.quantity)::int as quantity
        from jsonb_to_recordset(${json(lineItems.map(({ price, quantity }) => ({ id: price.id, quantity })))}::jsonb) as line (id text, quantity int)
        join prices on prices.id = line.id
        where prices.merchant_id = ${tx.scope.merchantId} and prices.livemode = ${tx.scope.livemode} and prices.stock is not null
        group by prices.id
      ) as limited
    ) as unheld
    where items is not null`;
}
