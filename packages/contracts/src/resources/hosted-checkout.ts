import { z } from 'zod';
import { CheckoutSession } from './checkout-session.ts';
import { Coupon } from './coupon.ts';
import { Discount } from './discount.ts';
import { LineItem } from './line-item.ts';
import { PublicPaymentIntent } from './payment-intent.ts';
import { Price } from './price.ts';
import { PaymentMethodType } from '../enums.ts';
import { Money, namedObject } from '../primitives.ts';

/** The provider's hosted field, in which the buyer of a live checkout types the card: this API takes no live numbers. */
export const CardEntry = z
  .object({
    provider: z.enum(['stripe']),
    publishableKey: z.string().describe("Publishable key of the merchant's account at the provider. Not a secret."),
    scriptUrl: z.string().describe("URL of the provider's script, which renders the field and returns a token."),
  })
  .meta({
    id: 'CardEntry',
    description: "The provider's hosted field for entering a live card. Send its token as `paymentMethod.token`.",
  });
export type CardEntry = z.infer<typeof CardEntry>;

/** The provider's button for one wallet: the buyer agrees in the wallet's own sheet. */
export const WalletEntry = CardEntry.extend({ type: PaymentMethodType }).meta({
  id: 'WalletEntry',
  description:
    "A wallet whose button the provider's script renders on devices that have it. Send its token as `paymentMethod.token`.",
});
export type WalletEntry = z.infer<typeof WalletEntry>;

/** A line item as shown to the buyer. */
export const HostedLineItem = LineItem.extend({ price: Price.omit({ metadata: true, stock: true }) }).meta({
  id: 'HostedLineItem',
  description: 'A line item as shown to the buyer.',
});
export type HostedLineItem = z.infer<typeof HostedLineItem>;

/** A discount as shown to the buyer. */
export const HostedDiscount = Discount.pick({ id: true, object: true, promotionCodeCode: true })
  .extend({
    coupon: Coupon.pick({ name: true, percentOff: true, amountOff: true, currency: true }),
    appliesToOrder: z
      .boolean()
      .describe('False if the coupon is for other products: the discount then deducts nothing and is not redeemed.'),
  })
  .meta({ id: 'HostedDiscount', description: 'A discount as shown to the buyer.' });
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
  recoveredFrom: true,
  truncated: true,
})
  .extend({
    id: CheckoutSession.shape.id.optional().describe('Absent for a payment link until the first update.'),
    clientSecret: z.string().optional().describe('Present if this update created the session.'),
    lineItems: z.array(HostedLineItem),
    discounts: z.array(HostedDiscount),
    paymentIntent: PublicPaymentIntent.nullable(),
    amountReceived: Money.optional().describe(
      'What the merchant itself has received of a payment that is not complete, such as a part of a bank transfer. Absent if nothing. While the rest is awaited, ask the buyer for `amountTotal` minus this.',
    ),
    cardEntry: CardEntry.optional().describe(
      'Present only in live mode, while the checkout is open and a provider accepts its cards. Retrieve it for every payment, because keys can be replaced.',
    ),
    walletEntries: z
      .array(WalletEntry)
      .optional()
      .describe(
        'Present only in live mode, while the checkout is open: the wallets that a provider’s script takes on the page. Other wallets redirect the buyer to `nextAction`.',
      ),
    cardOnProviderPage: z
      .boolean()
      .optional()
      .describe(
        'True only in live mode, if the buyer enters the card on the page of the payment provider: confirm with `{ type: "card" }`, and redirect the buyer to `nextAction`.',
      ),
  })
  .meta({ id: 'HostedCheckout', description: 'A checkout session as shown to the buyer.' });
export type HostedCheckout = z.infer<typeof HostedCheckout>;

/** The answer to a buyer's confirm, for a declined payment too. */
export const ConfirmedCheckout = namedObject('ConfirmedCheckout', "The result of a buyer's confirm.", {
  checkoutSession: HostedCheckout,
  paymentIntent: PublicPaymentIntent.nullable().describe('`null` if there was nothing to pay.'),
});
export type ConfirmedCheckout = z.infer<typeof ConfirmedCheckout>;
