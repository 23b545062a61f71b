import type { LineItem } from '@mizan/contracts';
import { add, capturedLines, type SoldLine } from '@mizan/money';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { convertedShare } from './converted-share.ts';
import { spendItems } from './spend.table.ts';

type PaidEvent = 'checkout.session.completed' | 'checkout.session.async_payment_succeeded';

/** Records once what a paid order contained of each product; of a payment captured in part, that part counts. */
export async function onCheckoutSession(
  tx: Tx,
  { object: session, time: boughtAt }: BusEvent<PaidEvent>,
): Promise<void> {
  const { customerId, currency, lineItems, amountTotal, paymentIntent } = session;
  if (session.paymentStatus !== 'paid' || customerId === undefined) return;
  const ordered = lineItems.map((line) => ({ subtotal: line.amountSubtotal, discount: line.amountDiscount }));
  const paid = capturedLines(paymentIntent?.amountReceived ?? amountTotal, amountTotal, ordered);
  const items = itemsOf(lineItems, paid).map((item) => ({
    ...tx.scope,
    checkoutSessionId: session.id,
    customerId,
    currency,
    boughtAt,
    ...item,
    converted: paymentIntent && convertedShare(paymentIntent, item.amount),
  }));
  if (items.length === 0) return;
  await tx.sql`
    ${spendItems.insert(items)}
    on conflict (merchant_id, livemode, checkout_session_id, product_id) do nothing`;
}

/** The products of an order; the lines of one product are added up. */
function itemsOf(lines: readonly LineItem[], paid: readonly SoldLine[]) {
  const sold = lines.map(({ product, quantity }, index) => {
    const { subtotal, discount } = paid[index] ?? { subtotal: 0, discount: 0 };
    return { productId: product.id, name: product.name, quantity, amount: subtotal - discount };
  });
  return [...Map.groupBy(sold, ({ productId }) => productId)].map(([productId, same]) => ({
    productId,
    name: same[0]?.name ?? '',
    quantity: add(...same.map(({ quantity }) => quantity)),
    amount: add(...same.map(({ amount }) => amount)),
  }));
}
