import { capturedLines } from '@mizan/money';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { allocateRefund } from './allocate-refund.ts';

/**
 * Records a paid or free order and its lines once, with the refunds whose events arrived first. Of a payment captured in
 * part, that part counts.
 */
export async function onCheckoutSession(
  tx: Tx,
  {
    object: session,
    time: soldAt,
  }: BusEvent<'checkout.session.completed' | 'checkout.session.async_payment_succeeded'>,
): Promise<void> {
  if (session.paymentStatus === 'unpaid') return;
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
  const refunds = allocateRefund(
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
