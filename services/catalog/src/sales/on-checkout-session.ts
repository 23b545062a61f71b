import { capturedLines } from '@mizan/money';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { allocateRefund } from './allocate-refund.ts';
import { saleLines, saleOrders } from './sale.table.ts';

type PaidEvent = 'checkout.session.completed' | 'checkout.session.async_payment_succeeded';

/**
 * Records a paid or free order and its lines once, with the refunds whose events arrived first. Of a payment captured
 * in part, that part counts.
 */
export async function onCheckoutSession(tx: Tx, { object: session, time: soldAt }: BusEvent<PaidEvent>): Promise<void> {
  if (session.paymentStatus === 'unpaid') return;
  const orderId = session.paymentIntentId ?? session.id;
  const received = session.paymentIntent?.amountReceived ?? session.amountTotal;
  const order = await tx.one<{ refunded: number }>`
    ${saleOrders.insert([{ ...tx.scope, id: orderId, amount: received, refunded: 0, intentVersion: 0, soldAt }])}
    on conflict (merchant_id, livemode, id) do update set amount = excluded.amount, sold_at = excluded.sold_at
      where sale_orders.sold_at is null
    returning refunded`;
  if (!order) return;
  const { lineItems, amountTotal } = session;
  const ordered = lineItems.map((line) => ({ subtotal: line.amountSubtotal, discount: line.amountDiscount }));
  const sold = capturedLines(received, amountTotal, ordered);
  const nets = sold.map(({ subtotal, discount }) => subtotal - discount);
  const refunds = allocateRefund(order.refunded, received, nets);
  const lines = lineItems.map(({ id, price, quantity, currency }, index) => ({
    ...tx.scope,
    orderId,
    lineId: id,
    productId: price.productId,
    priceId: price.id,
    quantity,
    currency,
    gross: sold[index]?.subtotal ?? 0,
    discount: sold[index]?.discount ?? 0,
    refunded: refunds[index] ?? 0,
    soldAt,
  }));
  if (lines.length > 0) await tx.sql`${saleLines.insert(lines)}`;
}
