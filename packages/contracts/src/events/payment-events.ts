import { event } from '../event.ts';
import { Balance } from '../resources/balance.ts';
import { Charge } from '../resources/charge.ts';
import { ExchangeRate } from '../resources/exchange-rate.ts';
import { PaymentIntent } from '../resources/payment-intent.ts';
import { PaymentMethodConfiguration } from '../resources/payment-method-configuration.ts';
import { SavedPaymentMethod } from '../resources/payment-method.ts';
import { Refund } from '../resources/refund.ts';

const intent = { service: 'payments', object: PaymentIntent, audience: 'public' } as const;
const charge = { service: 'payments', object: Charge, audience: 'public' } as const;
const method = { service: 'payments', object: SavedPaymentMethod, audience: 'public' } as const;
const configuration = { service: 'payments', object: PaymentMethodConfiguration, audience: 'public' } as const;
const refund = { service: 'payments', object: Refund, audience: 'public' } as const;

/** What happens to payment intents, charges, refunds, saved payment methods, the choice of methods and the balance. */
export const paymentEvents = {
  'payment_intent.created': event({ ...intent, description: 'Occurs when a payment intent is created.' }),
  'payment_intent.updated': event({
    ...intent,
    description: 'Occurs when a payment intent changes without a new outcome.',
  }),
  'payment_intent.requires_action': event({
    ...intent,
    description: 'Occurs when the buyer must take an action to continue the payment.',
  }),
  'payment_intent.processing': event({
    ...intent,
    description: 'Occurs when a payment is submitted and its outcome will be known later.',
  }),
  'payment_intent.amount_capturable_updated': event({
    ...intent,
    description:
      'Occurs when a payment is authorized, and after each capture that leaves a remainder. Capture it before the authorization expires: after 7 days, unless the provider sets another time.',
  }),
  'payment_intent.succeeded': event({ ...intent, description: 'Occurs when a payment is captured.' }),
  'payment_intent.payment_failed': event({
    ...intent,
    description: 'Occurs when a payment attempt fails. `lastPaymentError` shows the reason.',
  }),
  'payment_intent.canceled': event({ ...intent, description: 'Occurs when a payment intent is canceled.' }),
  'payment_intent.refunded': event({ ...intent, description: 'Occurs when a payment is fully refunded.' }),
  'payment_intent.partially_refunded': event({
    ...intent,
    description: 'Occurs when a payment is partially refunded.',
  }),
  'charge.pending': event({
    ...charge,
    description: 'Occurs when a payment attempt is created and its outcome is pending.',
  }),
  'charge.succeeded': event({ ...charge, description: 'Occurs when a payment attempt is approved.' }),
  'charge.failed': event({ ...charge, description: 'Occurs when a payment attempt fails.' }),
  'charge.captured': event({ ...charge, description: 'Occurs when an authorized charge is captured.' }),
  'charge.expired': event({ ...charge, description: 'Occurs when an authorization expires before it is captured.' }),
  'charge.updated': event({
    ...charge,
    description:
      'Occurs when a charge changes and no other event of a charge applies, for example when it succeeds late or its authorization is canceled. Check `status`.',
  }),
  'charge.refunded': event({ ...charge, description: 'Occurs when a charge is refunded, in full or in part.' }),
  'refund.created': event({ ...refund, description: 'Occurs when a refund is created and the balance is debited.' }),
  'refund.updated': event({ ...refund, description: 'Occurs when a refund is updated.' }),
  'refund.succeeded': event({
    ...refund,
    description: 'Occurs when a refund succeeds and the money is on its way to the buyer.',
  }),
  'refund.failed': event({ ...refund, description: 'Occurs when a refund fails and the balance is credited.' }),
  'refund.canceled': event({ ...refund, description: 'Occurs when a refund is canceled and the balance is credited.' }),
  'refund.requires_action': event({
    ...refund,
    description: 'Occurs when the buyer must provide bank or wallet details to receive a refund.',
  }),
  'payment_method.attached': event({ ...method, description: 'Occurs when a payment method is saved for a customer.' }),
  'payment_method.updated': event({
    ...method,
    description:
      'Occurs when a saved payment method changes: the card was saved again with a new expiry date, or its guest was merged into another customer.',
  }),
  'payment_method.detached': event({
    ...method,
    description:
      'Occurs when a saved payment method is removed because its customer was deleted. The object is its last state.',
  }),
  'payment_method_configuration.created': event({
    ...configuration,
    description:
      'Occurs when a payment method configuration is created. The default configuration is created when it is first needed.',
  }),
  'payment_method_configuration.updated': event({
    ...configuration,
    description: 'Occurs when a payment method configuration is updated.',
  }),
  'payment_method_configuration.deleted': event({
    ...configuration,
    description: 'Occurs when a payment method configuration is deleted.',
  }),
  'balance.available': event({
    service: 'payments',
    object: Balance,
    audience: 'public',
    description: 'Occurs when pending funds become available. The object is the resulting balance.',
  }),
  'exchange_rate.stale': event({
    service: 'payments',
    object: ExchangeRate,
    audience: 'public',
    description:
      'Occurs the first time that a payment of the account is rejected because this exchange rate is older than 26 hours.',
  }),
};
