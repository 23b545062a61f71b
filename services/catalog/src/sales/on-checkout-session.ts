import type { CheckoutSession } from '@mizan/contracts';
import { capturedLines } from '@mizan/money';
import type { Tx } from '@mizan/service-kit';
import { refundsOfLines } from './allocate-refund.ts';

/**
 * Records an order and its lines once, with the refunds that were heard of before it. Of an order whose money was
 * captured in part counts that part.
 */
export async function recordSale(tx: Tx, session: CheckoutSession, soldAt: Date): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const orderId = session.paymentIntentId ?? session.id;
  const received = session.paymentIntent?.amountReceived ?? session.amountTotal;
  const order = await tx.one<{ refunded: number }>`
    insert into sale_orders as known (merchant_id, livemode, id, amount, refunded, intent_version, sold_at)
    values (${merchantId}, ${livemode}, ${orderId}, ${received}, 0, 0, ${soldAt})
    on conflict (merchant_id, livemode, id) do update set amount = excluded.amount, sold_at = excluded.sold_at
      where known.sold_at is null
    returning refunded`;
  if (!order) return;
  const { lineItems } = session;
  const sold = capturedLines(
    received,
    session.amountTotal,
    lineItems.map(({ amountSubtotal: subtotal, amountDiscount: discount }) => ({ subtotal, discount })),
  );
  const refunds = refundsOfLines(
    order.refunded,
    received,
    sold.map(({ subtotal, discount }) => subtotal - discount),
  );
  await tx.sql`
    insert into sale_lines (
      merchant_id, livemode, order_id, line_id, product_id, price_id, quantity, currency, gross, discount, refunded, sold_at)
    select ${merchantId}, ${livemode}, ${orderId}, line.*, ${soldAt}
    from unnest(
      ${lineItems.map(({ id }) => id)}::text[], ${lineItems.map(({ price }) => price.productId)}::text[],
      ${lineItems.map(({ price }) => price.id)}::text[], ${lineItems.map(({ quantity }) => quantity)}::int[],
      ${lineItems.map(({ currency }) => currency)}::text[],
      ${sold.map(({ subtotal }) => subtotal)}::bigint[],
      ${sold.map(({ discount }) => discount)}::bigint[], ${refunds}::bigint[]) as line`;
}
