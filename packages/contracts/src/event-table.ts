import { internalEvents, publicEvents } from './event.ts';
import { AccountProfile } from './resources/account.ts';
import { ApiKey } from './resources/api-key.ts';
import { Balance } from './resources/balance.ts';
import { Charge } from './resources/charge.ts';
import { EventCheckoutSession } from './resources/checkout-session.ts';
import { Coupon } from './resources/coupon.ts';
import { Customer } from './resources/customer.ts';
import { Discount } from './resources/discount.ts';
import { Dispute } from './resources/dispute.ts';
import { ExchangeRate } from './resources/exchange-rate.ts';
import { MailAcceptance } from './resources/mail.ts';
import { Order } from './resources/order.ts';
import { Payout } from './resources/payout.ts';
import { EventPaymentIntent } from './resources/payment-intent.ts';
import { PaymentLink } from './resources/payment-link.ts';
import { PaymentMethodConfiguration } from './resources/payment-method-configuration.ts';
import { SavedPaymentMethod } from './resources/payment-method.ts';
import { Price, PriceUse } from './resources/price.ts';
import { Product } from './resources/product.ts';
import { PromotionCode } from './resources/promotion-code.ts';
import { Refund } from './resources/refund.ts';
import { LiveMethodsChange } from './resources/provider-connection.ts';
import { TestClock } from './resources/test-helpers.ts';
import { WebhookEndpoint } from './resources/webhook-endpoint.ts';

/**
 * Every event type: who publishes it and the resource it carries. Nothing else lists events. The internal ones drop cached
 * copies and fix prices; they never reach webhooks.
 */
export const events = {
  ...publicEvents('catalog', Product, {
    'product.created': 'Occurs when a product is created.',
    'product.updated': 'Occurs when a product or its default price changes.',
    'product.deleted': 'Occurs when a product is deleted. The object is its last state.',
  }),
  ...publicEvents('catalog', Price, {
    'price.created': 'Occurs when a price is created.',
    'price.updated': 'Occurs when a price or its stock changes.',
    'price.deleted': 'Occurs when a price is deleted. The object is its last state.',
    'price.stock_depleted': 'Occurs when the stock of a price reaches 0.',
    'price.oversold': 'Occurs when more units of a price are sold than were in stock.',
  }),
  ...publicEvents('customers', Customer, {
    'customer.created': 'Occurs when a customer is created, or when a guest makes a first purchase.',
    'customer.updated': "Occurs when a customer or the customer's spending changes.",
    'customer.deleted':
      'Occurs when a customer is deleted or, with `mergedInto`, when a guest is merged into another customer. The object is its last state.',
  }),
  ...publicEvents('checkout', EventCheckoutSession, {
    'checkout.session.created': 'Occurs when a checkout session is created.',
    'checkout.session.completed':
      'Occurs when the buyer completes a checkout session. `paymentStatus` shows whether it is paid.',
    'checkout.session.expired': 'Occurs when a checkout session expires and can no longer be paid.',
    'checkout.session.async_payment_succeeded': 'Occurs when the payment of a completed but unpaid session succeeds.',
    'checkout.session.async_payment_failed': 'Occurs when the payment of a completed but unpaid session fails.',
  }),
  ...internalEvents('checkout', PriceUse, {
    'checkout.prices_used':
      'Occurs when a session or payment link is the first to use a price in a line item. The amount of the price can no longer change.',
  }),
  ...internalEvents('checkout', Order, {
    'checkout.lines_sold':
      'Occurs when a session completes, or its payment succeeds later, whose own event does not have all of its line items.',
  }),
  ...publicEvents('checkout', PaymentLink, {
    'payment_link.created': 'Occurs when a payment link is created.',
    'payment_link.updated': 'Occurs when a payment link is updated.',
    'payment_link.expired': 'Occurs when the `expiresAt` of a payment link passes.',
  }),
  ...publicEvents('checkout', Coupon, {
    'coupon.created': 'Occurs when a coupon is created.',
    'coupon.updated': 'Occurs when a coupon is updated. Redemptions alone do not cause this event.',
    'coupon.deleted': 'Occurs when a coupon is deleted. The object is its last state.',
  }),
  ...publicEvents('checkout', PromotionCode, {
    'promotion_code.created': 'Occurs when a promotion code is created.',
    'promotion_code.updated': 'Occurs when a promotion code is updated. Redemptions alone do not cause this event.',
  }),
  ...publicEvents('checkout', Discount, {
    'discount.created': 'Occurs when a discount is redeemed: its checkout has been paid, or was free.',
    'discount.deleted':
      'Occurs when the payment of a redeemed discount is fully refunded. The customer can redeem the coupon again.',
  }),
  ...publicEvents('payments', EventPaymentIntent, {
    'payment_intent.created': 'Occurs when a payment intent is created.',
    'payment_intent.updated': 'Occurs when a payment intent changes without a new outcome.',
    'payment_intent.requires_action': 'Occurs when the buyer must take an action to continue the payment.',
    'payment_intent.processing': 'Occurs when a payment is submitted and its outcome will be known later.',
    'payment_intent.amount_capturable_updated':
      'Occurs when a payment is authorized, and after each capture that leaves a remainder. Capture it before the authorization expires: after 7 days, unless the provider sets another time.',
    'payment_intent.succeeded': 'Occurs when a payment is captured.',
    'payment_intent.payment_failed': 'Occurs when a payment attempt fails. `lastPaymentError` shows the reason.',
    'payment_intent.canceled': 'Occurs when a payment intent is canceled.',
    'payment_intent.refunded': 'Occurs when a payment is fully refunded.',
    'payment_intent.partially_refunded': 'Occurs when a payment is partially refunded.',
  }),
  ...publicEvents('payments', Charge, {
    'charge.pending': 'Occurs when a payment attempt is created and its outcome is pending.',
    'charge.succeeded': 'Occurs when a payment attempt is approved.',
    'charge.failed': 'Occurs when a payment attempt fails.',
    'charge.captured': 'Occurs when an authorized charge is captured.',
    'charge.expired': 'Occurs when an authorization expires before it is captured.',
    'charge.updated':
      'Occurs when a charge changes and no other event of a charge applies, for example when it succeeds late or its authorization is canceled. Check `status`.',
    'charge.refunded': 'Occurs when a charge is refunded, in full or in part.',
  }),
  ...publicEvents('payments', Refund, {
    'refund.created': 'Occurs when a refund is created and the balance is debited.',
    'refund.updated': 'Occurs when a refund is updated.',
    'refund.succeeded': 'Occurs when a refund succeeds and the money is on its way to the buyer.',
    'refund.failed': 'Occurs when a refund fails and the balance is credited.',
    'refund.canceled': 'Occurs when a refund is canceled and the balance is credited.',
    'refund.requires_action': 'Occurs when the buyer must provide bank or wallet details to receive a refund.',
  }),
  ...publicEvents('payments', Dispute, {
    'dispute.created': 'Occurs when the payer’s bank opens a dispute or an inquiry about a charge.',
    'dispute.updated':
      'Occurs when a dispute changes: its evidence or deadline changes, it is submitted, an inquiry becomes a dispute, or its money moves.',
    'dispute.closed': 'Occurs when a dispute is won or lost, or an inquiry ends.',
  }),
  ...publicEvents('payments', Payout, {
    'payout.created': 'Occurs when a payout is created and the balance is debited.',
    'payout.updated': 'Occurs when a payout is sent to the bank: its status is IN_TRANSIT.',
    'payout.paid': 'Occurs when the bank has executed a payout.',
    'payout.failed': 'Occurs when the bank has not executed a payout and the balance is credited.',
    'payout.canceled': 'Occurs when a payout is canceled and the balance is credited.',
  }),
  ...publicEvents('payments', SavedPaymentMethod, {
    'payment_method.attached': 'Occurs when a payment method is saved for a customer.',
    'payment_method.updated':
      'Occurs when a saved payment method changes: the card was saved again with a new expiry date, or its guest was merged into another customer.',
    'payment_method.detached':
      'Occurs when a saved payment method is removed because its customer was deleted. The object is its last state.',
  }),
  ...publicEvents('payments', PaymentMethodConfiguration, {
    'payment_method_configuration.created':
      'Occurs when a payment method configuration is created. The default configuration is created when it is first needed.',
    'payment_method_configuration.updated': 'Occurs when a payment method configuration is updated.',
    'payment_method_configuration.deleted': 'Occurs when a payment method configuration is deleted.',
  }),
  ...publicEvents('payments', Balance, {
    'balance.available': 'Occurs when pending funds become available. The object is the resulting balance.',
  }),
  ...publicEvents('payments', ExchangeRate, {
    'exchange_rate.stale':
      'Occurs the first time that a payment of the account is rejected because this exchange rate is older than 26 hours.',
  }),
  ...publicEvents('webhooks', WebhookEndpoint, {
    'webhook_endpoint.disabled':
      'Occurs when a webhook endpoint is disabled because its deliveries have failed for too long.',
    'webhook_endpoint.secret_rotated': 'Occurs when the signing secret of an endpoint is rotated.',
    'webhook_endpoint.test': 'Sent on request, to test an endpoint, and to that endpoint alone: it is not on the bus.',
  }),
  ...internalEvents('webhooks', MailAcceptance, {
    'mail.accepted': 'Occurs when a mail server accepts the mail that requests the bank or wallet details of a refund.',
  }),
  ...publicEvents('gateway', ApiKey, {
    'api_key.created': 'Occurs when an API key is created.',
    'api_key.revoked': 'Occurs when an API key is revoked.',
  }),
  ...internalEvents('gateway', ApiKey, {
    'api_key.updated': 'Occurs when an API key is updated.',
  }),
  ...publicEvents('gateway', TestClock, {
    'test_clock.advanced': 'Occurs when the test clock is advanced.',
  }),
  ...internalEvents('payments', LiveMethodsChange, {
    'live_methods.changed': 'Occurs when a provider connection or route of an account changes.',
  }),
  ...internalEvents('gateway', AccountProfile, {
    'account.created': 'Occurs when an account is created.',
    'account.updated': 'Occurs when an account is updated.',
  }),
};
