import type { BusEvent, Tx } from '@mizan/service-kit';
import { allocateRefund } from './allocate-refund.ts';

/** Allocates what has been refunded of a payment so far to the lines that it paid for; the newest version counts. */
export async function onPaymentIntent(
  tx: Tx,
  {
    object,
    objectVersion,
  }: BusEvent<'payment_intent.partially_refunded' | 'payment_intent.refunded' | 'payment_intent.updated'>,
): Promise<void> {
  if (object.checkoutSessionId === null) return; // it sold nothing of the catalog
  const { merchantId, livemode } = tx.scope;
  const order = await tx.one<{ amount: number; isSold: boolean }>`
    insert into sale_orders as known (merchant_id, livemode, id, amount, refunded, intent_version, sold_at)
    values (${merchantId}, ${livemode}, ${object.id}, 0, ${object.amountRefunded}, ${objectVersion}, null)
    on conflict (merchant_id, livemode, id) do update
      set refunded = excluded.refunded, intent_version = excluded.intent_version
      where known.intent_version < excluded.intent_version
    returning amount, sold_at is not null as "isSold"`;
  if (!order?.isSold) return;
  const lines = await tx.sql<{ lineId: string; net: number }>`
    select line_id as "lineId", gross - discount as net from sale_lines
    where merchant_id = ${merchantId} and livemode = ${livemode} and order_id = ${object.id}
    order by line_id`;
  const refunds = allocateRefund(
    object.amountRefunded,
    order.amount,
    lines.map(({ net }) => net),
  );
  await tx.sql`
    update sale_lines set refunded = part.refunded
    from unnest(${lines.map(({ lineId }) => lineId)}::text[], ${refunds}::bigint[]) as part (line_id, refunded)
    where merchant_id = ${merchantId} and livemode = ${livemode} and order_id = ${object.id}
      and sale_lines.line_id = part.line_id`;
}
