import { own, type BusEvent, type Tx } from '@mizan/service-kit';
import { allocateRefund } from './allocate-refund.ts';
import { saleOrders } from './sale.table.ts';

type RefundEvent = `payment_intent.${'partially_refunded' | 'refunded' | 'updated'}`;

/** Allocates what has been refunded of a payment so far to the lines that it paid for; the newest version counts. */
export async function onPaymentIntent(tx: Tx, event: BusEvent<RefundEvent>): Promise<void> {
  const { id, amountRefunded: refunded, checkoutSessionId } = event.object;
  if (checkoutSessionId === null) return; // it sold nothing of the catalog
  const order = { ...tx.scope, id, amount: 0, refunded, intentVersion: event.objectVersion, soldAt: null };
  const stored = await tx.one<{ amount: number; isSold: boolean }>`
    ${saleOrders.insert([order])}
    on conflict (merchant_id, livemode, id) do update
      set refunded = excluded.refunded, intent_version = excluded.intent_version
      where sale_orders.intent_version < excluded.intent_version
    returning amount, sold_at is not null as is_sold`;
  if (!stored?.isSold) return;
  const lines = await tx.sql<{ lineId: string; net: number }>`
    select line_id, gross - discount as net from sale_lines where ${own(tx)} and order_id = ${id}
    order by line_id`;
  const nets = lines.map(({ net }) => net);
  const refunds = allocateRefund(refunded, stored.amount, nets);
  await tx.sql`
    update sale_lines set refunded = part.refunded
    from unnest(${lines.map(({ lineId }) => lineId)}::text[], ${refunds}::bigint[]) as part (line_id, refunded)
    where ${own(tx)} and order_id = ${id}
      and sale_lines.line_id = part.line_id`;
}
