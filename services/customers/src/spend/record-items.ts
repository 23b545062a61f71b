import type { CheckoutSession } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';

/** Records once what a paid order had of each product. */
export async function recordItems(tx: Tx, session: CheckoutSession, boughtAt: Date): Promise<void> {
  if (session.paymentStatus !== 'paid' || session.customerId === undefined) return;
  const { lineItems } = session;
  await tx.sql`
    insert into spend_items (
      merchant_id, livemode, checkout_session_id, product_id, customer_id, name, currency, quantity, amount, bought_at)
    select ${tx.scope.merchantId}, ${tx.scope.livemode}, ${session.id}, id, ${session.customerId}, min(name), min(currency),
      sum(quantity), sum(amount), ${boughtAt}
    from unnest(
      ${lineItems.map(({ product }) => product.id)}::text[], ${lineItems.map(({ product }) => product.name)}::text[],
      ${lineItems.map(({ currency }) => currency)}::text[], ${lineItems.map(({ quantity }) => quantity)}::bigint[],
      ${lineItems.map(({ amountSubtotal, amountDiscount }) => amountSubtotal - amountDiscount)}::bigint[]
    ) as line (id, name, currency, quantity, amount)
    group by id
    on conflict (merchant_id, livemode, checkout_session_id, product_id) do nothing`;
}
