import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { BillingDetails, PaymentIntent, PaymentMethodType } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { ChargeRoute } from '../providers/port/provider.ts';
import { amount, id, moment, scopeColumns, uniqueIndex } from '../tables/columns.ts';

/** A payment method that waits for its confirm. */
export interface AttachedMethod {
  readonly id: string;
  readonly method: ProviderMethod;
  readonly billingDetails: BillingDetails | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Who can take it; absent where an earlier release attached it. */
  readonly taker?: Omit<ChargeRoute, 'method'>;
  /** Set when it is a saved one, which may end before it pays. */
  readonly isSaved?: true;
}

/** One payment over all its attempts. Verbs lock its row before they touch its charges. */
export const PaymentIntentEntity = defineEntity({
  name: 'PaymentIntent',
  tableName: 'payment_intents',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the intent. */
    version: p.integer(),
    checkoutSessionId: id().strictNullable(),
    customerId: id().strictNullable(),
    amount: amount(),
    amountCapturable: amount(),
    amountReceived: amount(),
    /** Refunds that stand; failed and canceled ones do not count. */
    amountRefunded: amount(),
    currency: p.text().$type<PaymentIntent['currency']>(),
    status: p.text().$type<PaymentIntent['status']>(),
    captureMethod: p.text().$type<PaymentIntent['captureMethod']>(),
    confirmationMethod: p.text().$type<PaymentIntent['confirmationMethod']>(),
    captureBefore: moment().strictNullable(),
    description: p.text().strictNullable(),
    receiptEmail: p.text().strictNullable(),
    canceledAt: moment().strictNullable(),
    cancellationReason: p.text().$type<NonNullable<PaymentIntent['cancellationReason']>>().strictNullable(),
    shipping: p.json().$type<NonNullable<PaymentIntent['shipping']>>().strictNullable(),
    amountDetails: p.json().$type<NonNullable<PaymentIntent['amountDetails']>>().strictNullable(),
    presentmentDetails: p.json().$type<NonNullable<PaymentIntent['presentmentDetails']>>().strictNullable(),
    paymentMethod: p.json().$type<NonNullable<PaymentIntent['paymentMethod']>>().strictNullable(),
    customer: p.json().$type<NonNullable<PaymentIntent['customer']>>().strictNullable(),
    nextAction: p.json().$type<NonNullable<PaymentIntent['nextAction']>>().strictNullable(),
    metadata: p.json().$type<PaymentIntent['metadata']>(),
    lastPaymentError: p.json().$type<NonNullable<PaymentIntent['lastPaymentError']>>().strictNullable(),
    /** What may be paid with; null leaves it to the account. */
    paymentMethodTypes: p.json().$type<PaymentMethodType[]>().strictNullable(),
    /** The method that the next confirm uses when it names none; no card number and no security code. */
    attachedMethod: p.json().$type<AttachedMethod>().strictNullable(),
    /** Charges made so far. */
    attempts: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  checks: [
    {
      name: 'payment_intents_amounts',
      expression:
        'amount >= 1 and amount <= 999999999999 and amount_received >= 0 and amount_received <= amount and amount_capturable >= 0 and amount_capturable <= amount and amount_refunded >= 0 and amount_refunded <= amount_received',
    },
  ],
  indexes: [
    uniqueIndex(
      'payment_intents_checkout_session',
      'payment_intents (merchant_id, livemode, checkout_session_id) where checkout_session_id is not null',
    ),
    ...indexesOf('payment_intents', {
      holds: '(capture_before) where amount_capturable > 0',
      newest: '(merchant_id, livemode, created_at desc, id desc)',
      customer: '(merchant_id, livemode, customer_id, created_at desc, id desc)',
      // For a job of all accounts, hence without merchant and mode.
      exchange_rate: `((presentment_details ->> 'exchangeRateId')) where presentment_details is not null`,
    }),
  ],
});

/** A row of `payment_intents`, as raw SQL reads and writes it. */
export type PaymentIntentRow = InferEntity<typeof PaymentIntentEntity>;
