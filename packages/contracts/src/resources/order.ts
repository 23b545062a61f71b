import { z } from 'zod';
import { Currency, PaymentStatus } from '../enums.ts';
import { Money, namedObject } from '../primitives.ts';
import { Charge } from './charge.ts';
import type { CheckoutSession, EventCheckoutSession } from './checkout-session.ts';
import { capturedChargeOf } from './payment-intent.ts';

export const OrderLine = namedObject('OrderLine', 'A line item of an order, without what only a checkout shows.', {
  id: z.string().describe('`li_…`'),
  priceId: z.string().describe('`price_…`'),
  productId: z.string().describe('`prod_…`'),
  productName: z.string(),
  quantity: z.int().min(1),
  currency: Currency,
  amountSubtotal: Money,
  amountDiscount: Money,
});
export type OrderLine = z.infer<typeof OrderLine>;

/** What a checkout session sold, with all of its line items: as an event, when the session's own event had to cut them. */
export const Order = namedObject('Order', 'What a checkout session sold, with all of its line items.', {
  id: z.string().describe('`order_…`'),
  object: z.literal('order'),
  checkoutSessionId: z.string().describe('`cs_…`'),
  paymentStatus: PaymentStatus,
  paymentIntentId: z.string().nullable().describe('`pi_…`'),
  customerId: z.string().nullable().describe('`cus_…`'),
  currency: Currency,
  amountTotal: Money,
  amountReceived: Money.nullable().describe('Amount captured. `null` without a payment intent.'),
  capturedCharge: Charge.pick({ amount: true, convertedAmounts: true }).nullable(),
  lines: z.array(OrderLine),
});
export type Order = z.infer<typeof Order>;

/** The order of a session. @param id of the order; a session that is not yet published has none to show */
export const orderOf = (session: CheckoutSession | EventCheckoutSession, id = ''): Order => {
  const { paymentIntent } = session;
  return {
    id,
    object: 'order',
    checkoutSessionId: session.id,
    paymentStatus: session.paymentStatus,
    paymentIntentId: session.paymentIntentId ?? null,
    customerId: session.customerId ?? null,
    currency: session.currency,
    amountTotal: session.amountTotal,
    amountReceived: paymentIntent?.amountReceived ?? null,
    capturedCharge: shownCharge(paymentIntent && capturedChargeOf(paymentIntent)),
    lines: session.lineItems.map((line) => ({
      id: line.id,
      priceId: line.price.id,
      productId: line.product.id,
      productName: line.product.name,
      quantity: line.quantity,
      currency: line.currency,
      amountSubtotal: line.amountSubtotal,
      amountDiscount: line.amountDiscount,
    })),
  };
};

const shownCharge = (charge: Charge | null | undefined): Order['capturedCharge'] =>
  charge
    ? { amount: charge.amount, ...(charge.convertedAmounts ? { convertedAmounts: charge.convertedAmounts } : {}) }
    : null;

/** The order that the event of a session tells of; undefined when its line items were cut and an event of the order follows. */
export const wholeOrderOf = (session: EventCheckoutSession): Order | undefined =>
  session.truncated?.includes('lineItems') ? undefined : orderOf(session);
