import { z } from 'zod';
import { CardEntry } from './card-entry.ts';
import { CheckoutSession } from './checkout-session.ts';
import { Coupon } from './coupon.ts';
import { Discount } from './discount.ts';
import { LineItem } from './line-item.ts';
import { PublicPaymentIntent } from './payment-intent.ts';
import { Price } from './price.ts';

/** A line of the cart as the buyer sees it. */
export const HostedLineItem = LineItem.extend({ price: Price.omit({ metadata: true, stock: true }) }).meta({
  id: 'HostedLineItem',
  description: 'A line of the cart as the buyer sees it.',
});
export type HostedLineItem = z.infer<typeof HostedLineItem>;

/** A discount as the buyer sees it. */
export const HostedDiscount = Discount.pick({ id: true, object: true, promotionCodeCode: true })
  .extend({ coupon: Coupon.pick({ name: true, percentOff: true, amountOff: true, currency: true }) })
  .meta({ id: 'HostedDiscount', description: 'A discount as the buyer sees it.' });
export type HostedDiscount = z.infer<typeof HostedDiscount>;

/** The session as the buyer's browser sees it: without the merchant's own data and without stored customer data. */
export const HostedCheckout = CheckoutSession.omit({
  metadata: true,
  feeConfig: true,
  customerId: true,
  customer: true,
  customerUpdate: true,
  customerCreation: true,
  paymentMethodConfigurationId: true,
  paymentMethodId: true,
})
  .extend({
    id: CheckoutSession.shape.id.optional().describe('Absent on a payment link until the first change.'),
    clientSecret: z.string().optional().describe('When the change created the session.'),
    lineItems: z.array(HostedLineItem),
    discounts: z.array(HostedDiscount),
    paymentIntent: PublicPaymentIntent.nullable(),
    cardEntry: CardEntry.optional().describe(
      'Only in live mode, while the checkout is open and a provider takes its cards. Read it anew: keys are replaced.',
    ),
  })
  .meta({ id: 'HostedCheckout', description: "The session as the buyer's browser sees it." });
export type HostedCheckout = z.infer<typeof HostedCheckout>;

/** The answer to a buyer's confirm, for a declined payment too. */
export const ConfirmedCheckout = z
  .object({
    checkoutSession: HostedCheckout,
    paymentIntent: PublicPaymentIntent.nullable().describe('Null when nothing was to be paid.'),
  })
  .meta({ id: 'ConfirmedCheckout', description: "The answer to a buyer's confirm." });
export type ConfirmedCheckout = z.infer<typeof ConfirmedCheckout>;
