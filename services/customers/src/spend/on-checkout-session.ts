import type { LineItem } from '@mizan/contracts';
import { add, capturedLines, type SoldLine } from '@mizan/money';
import { json, type BusEvent, type Tx } from '@mizan/service-kit';
import { convertedShare } from './converted-share.ts';

/** Records once what a paid order contained of each product; of a payment captured in part, that part counts. */
export async function onCheckoutSession(
  tx: Tx,
  {
    object: session,
    time: boughtAt,
  }: BusEvent<'checkout.session.completed' | 'checkout.session.async_payment_succeeded'>,
): Promise<void> {
  if (session.paymentStatus !== 'paid' || session.customerId === undefined) return;
  const { lineItems, amountTotal, paymentIntent } = session;
  const paid = capturedLines(
    paymentIntent?.amountReceived ?? amountTotal,
    amountTotal,
    lineItems.map(({ amountSubtotal: subtotal, amountDiscount: discount }) => ({ subtotal, discount })),
  );
  const items = itemsOf(lineItems, paid).map((item) => ({
    ...item,
    converted: paymentIntent && convertedShare(paymentIntent, item.amount),
  }));
  await tx.sql`
    insert into spend_items (
      merchant_id, livemode, checkout_session_id, product_id, customer_id, name, currency, quantity, amount, converted,
      bought_at)
    select ${tx.scope.merchantId}, ${tx.scope.livemode}, ${session.id}, "productId", ${session.customerId}, name,
      ${session.currency}, quantity, amount, nullif(converted, 'null'), ${boughtAt}
    from jsonb_to_recordset(${json(items)})
      as item ("productId" text, name text, quantity bigint, amount bigint, converted jsonb)
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
