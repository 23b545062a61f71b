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
  'payment_intent.created': event({ ...intent, description: 'A payment was begun.' }),
  'payment_intent.updated': event({ ...intent, description: 'A payment changed without a change of outcome.' }),
  'payment_intent.requires_action': event({ ...intent, description: 'The buyer has to do something.' }),
  'payment_intent.processing': event({ ...intent, description: 'The outcome will be known later.' }),
  'payment_intent.amount_capturable_updated': event({ ...intent, description: 'Authorised; capture within 7 days.' }),
  'payment_intent.succeeded': event({ ...intent, description: 'The money was captured.' }),
  'payment_intent.payment_failed': event({ ...intent, description: 'An attempt failed; see `lastPaymentError`.' }),
  'payment_intent.canceled': event({ ...intent, description: 'The payment was given up.' }),
  'payment_intent.refunded': event({ ...intent, description: 'Everything received was refunded.' }),
  'payment_intent.partially_refunded': event({ ...intent, description: 'A part of what was received was refunded.' }),
  'charge.pending': event({ ...charge, description: 'An attempt waits for its outcome.' }),
  'charge.succeeded': event({ ...charge, description: 'An attempt was approved.' }),
  'charge.failed': event({ ...charge, description: 'An attempt failed.' }),
  'charge.captured': event({ ...charge, description: 'An authorised charge was captured.' }),
  'charge.expired': event({ ...charge, description: 'An authorisation was not captured in time.' }),
  'charge.updated': event({ ...charge, description: 'A charge changed without a change of outcome.' }),
  'charge.refunded': event({ ...charge, description: 'A charge was refunded, in part or in full.' }),
  'refund.created': event({ ...refund, description: 'A refund was begun; the balance is debited.' }),
  'refund.updated': event({ ...refund, description: 'A refund changed.' }),
  'refund.succeeded': event({ ...refund, description: 'The money is on its way to the payer.' }),
  'refund.failed': event({ ...refund, description: 'The money came back; the balance is credited.' }),
  'refund.canceled': event({ ...refund, description: 'A refund was given up; the balance is credited.' }),
  'refund.requires_action': event({ ...refund, description: 'The buyer has to give bank or wallet details.' }),
  'payment_method.attached': event({ ...method, description: 'A customer saved a payment method.' }),
  'payment_method.updated': event({
    ...method,
    description:
      'A saved method changed: its card was saved again with another date, or its guest became part of another.',
  }),
  'payment_method.detached': event({
    ...method,
    description: 'A saved method ended with its customer; the object is its last state.',
  }),
  'payment_method_configuration.created': event({
    ...configuration,
    description: 'A configuration was created; the default one when it was first needed.',
  }),
  'payment_method_configuration.updated': event({ ...configuration, description: 'A configuration changed.' }),
  'payment_method_configuration.deleted': event({ ...configuration, description: 'A configuration was deleted.' }),
  'balance.available': event({
    service: 'payments',
    object: Balance,
    audience: 'public',
    description: 'Pending funds became available; the object is the balance after it.',
  }),
  'exchange_rate.stale': event({
    service: 'payments',
    object: ExchangeRate,
    audience: 'public',
    description: 'A payment of yours needed a rate that is older than 26 hours, and was refused.',
  }),
};
