import { wholeOrderOf, type Order } from '@mizan/contracts';
import { capturedLines } from '@mizan/money';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { allocateRefund } from './allocate-refund.ts';
import { saleLines, saleOrders } from './sale.table.ts';

type PaidEvent = 'checkout.session.completed' | 'checkout.session.async_payment_succeeded';

/** Whether an order is paid, or free. */
export const isSold = ({ paymentStatus }: Pick<Order, 'paymentStatus'>): boolean => paymentStatus !== 'unpaid';

/** Records the order of a completed session. */
export async function onCheckoutSession(tx: Tx, { object: session, time }: BusEvent<PaidEvent>): Promise<void> {
  const sold = wholeOrderOf(session);
  if (sold) await recordOrder(tx, sold, time);
}

/** Records an order whose session's event does not have all line items. */
export const onLinesSold = (tx: Tx, { object, time }: BusEvent<'checkout.lines_sold'>): Promise<void> =>
  recordOrder(tx, object, time);

/**
 * Records a paid or free order and its lines once, with the refunds whose events arrived first. Of a payment captured
 * in part, that part counts.
 */
async function recordOrder(tx: Tx, { lines: ordered, ...sale }: Order, soldAt: Date): Promise<void> {
  if (!isSold(sale)) return;
  const orderId = sale.paymentIntentId ?? sale.checkoutSessionId;
  const received = sale.amountReceived ?? sale.amountTotal;
  const order = await tx.one<{ refunded: number }>`
    ${saleOrders.insert([{ ...tx.scope, id: orderId, amount: received, refunded: 0, intentVersion: 0, soldAt }])}
    on conflict (merchant_id, livemode, id) do update set amount = excluded.amount, sold_at = excluded.sold_at
      where sale_orders.sold_at is null
    returning refunded`;
  if (!order) return;
  const amounts = ordered.map((line) => ({ subtotal: line.amountSubtotal, discount: line.amountDiscount }));
  const sold = capturedLines(received, sale.amountTotal, amounts);
  const nets = sold.map(({ subtotal, discount }) => subtotal - discount);
  const refunds = allocateRefund(order.refunded, received, nets);
  const lines = ordered.map(({ id, productId, priceId, quantity, currency }, index) => ({
    ...tx.scope,
    orderId,
    lineId: id,
    productId,
    priceId,
    quantity,
    currency,
    gross: sold[index]?.subtotal ?? 0,
    discount: sold[index]?.discount ?? 0,
    refunded: refunds[index] ?? 0,
    soldAt,
  }));
  if (lines.length > 0) await tx.sql`${saleLines.insert(lines)}`;
}
