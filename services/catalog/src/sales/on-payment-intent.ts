import type { EventType } from '@mizan/contracts';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { refundsOfLines } from './allocate-refund.ts';

type RefundedIntent = BusEvent<Extract<EventType, 'payment_intent.refunded'>>;

interface Line {
  lineId: string;
  net: number;
}

/** Spreads what is refunded of a payment now over the lines that it paid for. */
export async function recordRefunds(
  tx: Tx,
  { object, objectVersion }: Pick<RefundedIntent, 'object' | 'objectVersion'>,
): Promise<void> {
  if (object.checkoutSessionId === null) return; // nothing of the catalog was sold
  const { merchantId, livemode } = tx.scope;
  const order = await tx.one<{ amount: number; isSold: boolean }>`
    insert into sale_orders as known (merchant_id, livemode, id, amount, refunded, intent_version, sold_at)
    values (${merchantId}, ${livemode}, ${object.id}, 0, ${object.amountRefunded}, ${objectVersion}, null)
    on conflict (merchant_id, livemode, id) do update
      set refunded = excluded.refunded, intent_version = excluded.intent_version
      where known.intent_version < excluded.intent_version
    returning amount, sold_at is not null as "isSold"`;
  if (!order?.isSold) return;
  const lines = await tx.sql<Line>`
    select line_id as "lineId", gross - discount as net from sale_lines
    where merchant_id = ${merchantId} and livemode = ${livemode} and order_id = ${object.id}
    order by line_id`;
  const refunds = refundsOfLines(
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
