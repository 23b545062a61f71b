import type { CheckoutSession } from '@mizan/contracts';
import { capturedLines } from '@mizan/money';
import type { Tx } from '@mizan/service-kit';

/** Records once what a paid order had of each product; of money that was captured in part counts that part. */
export async function recordItems(tx: Tx, session: CheckoutSession, boughtAt: Date): Promise<void> {
  if (session.paymentStatus !== 'paid' || session.customerId === undefined) return;
  const { lineItems, amountTotal } = session;
  const paid = capturedLines(
    session.paymentIntent?.amountReceived ?? amountTotal,
    amountTotal,
    lineItems.map(({ amountSubtotal: subtotal, amountDiscount: discount }) => ({ subtotal, discount })),
  );
  await tx.sql`
    insert into spend_items (
      merchant_id, livemode, checkout_session_id, product_id, customer_id, name, currency, quantity, amount, bought_at)
    select ${tx.scope.merchantId}, ${tx.scope.livemode}, ${session.id}, id, ${session.customerId}, min(name), min(currency),
      sum(quantity), sum(amount), ${boughtAt}
    from unnest(
      ${lineItems.map(({ product }) => product.id)}::text[], ${lineItems.map(({ product }) => product.name)}::text[],
      ${lineItems.map(({ currency }) => currency)}::text[], ${lineItems.map(({ quantity }) => quantity)}::bigint[],
      ${paid.map(({ subtotal, discount }) => subtotal - discount)}::bigint[]
    ) as line (id, name, currency, quantity, amount)
    group by id
    on conflict (merchant_id, livemode, checkout_session_id, product_id) do nothing`;
}
