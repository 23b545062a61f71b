import { wholeOrderOf, type Order, type OrderLine } from '@mizan/contracts';
import { add, capturedLines, type SoldLine } from '@mizan/money';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { convertedShare } from './converted-share.ts';
import { spendItems } from './spend.table.ts';

type PaidEvent = 'checkout.session.completed' | 'checkout.session.async_payment_succeeded';

/** Records what the order of a paid session contained. */
export async function onCheckoutSession(tx: Tx, { object, time }: BusEvent<PaidEvent>): Promise<void> {
  const order = wholeOrderOf(object);
  if (order) await recordItems(tx, order, time);
}

/** Records an order whose session's event does not have all line items. */
export const onLinesSold = (tx: Tx, { object, time }: BusEvent<'checkout.lines_sold'>): Promise<void> =>
  recordItems(tx, object, time);

/** Records once what a paid order contained of each product; of a payment captured in part, that part counts. */
async function recordItems(tx: Tx, order: Order, boughtAt: Date): Promise<void> {
  const { checkoutSessionId, customerId, currency, lines, amountTotal, amountReceived, capturedCharge } = order;
  if (order.paymentStatus !== 'paid' || customerId === null) return;
  const ordered = lines.map((line) => ({ subtotal: line.amountSubtotal, discount: line.amountDiscount }));
  const paid = capturedLines(amountReceived ?? amountTotal, amountTotal, ordered);
  const items = itemsOf(lines, paid).map((item) => ({
    ...tx.scope,
    checkoutSessionId,
    customerId,
    currency,
    boughtAt,
    ...item,
    converted: convertedShare(capturedCharge, item.amount),
  }));
  if (items.length === 0) return;
  await tx.sql`
    ${spendItems.insert(items)}
    on conflict (merchant_id, livemode, checkout_session_id, product_id) do nothing`;
}

/** The products of an order; the lines of one product are added up. */
function itemsOf(lines: readonly OrderLine[], paid: readonly SoldLine[]) {
  const sold = lines.map(({ productId, productName, quantity }, index) => {
    const { subtotal, discount } = paid[index] ?? { subtotal: 0, discount: 0 };
    return { productId, name: productName, quantity, amount: subtotal - discount };
  });
  return [...Map.groupBy(sold, ({ productId }) => productId)].map(([productId, same]) => ({
    productId,
    name: same[0]?.name ?? '',
    quantity: add(...same.map(({ quantity }) => quantity)),
    amount: add(...same.map(({ amount }) => amount)),
  }));
}
