import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Charge, Geocoding, PaymentIntent, SettlesTo } from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import { indexesOf } from '@mizan/service-kit/schema';
import type { ProviderFee } from '../providers/port/provider-outcome.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import { amount, id, moment, scopeColumns, uniqueIndex } from '../tables/columns.ts';
import { PaymentIntentEntity } from './payment-intent.entity.ts';
import type { ReportedReceipt } from './reported-receipt.ts';

/** One attempt to move the money of a payment intent, committed before the provider is called. */
export const ChargeEntity = defineEntity({
  name: 'Charge',
  tableName: 'charges',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the charge. */
    version: p.integer(),
    paymentIntentId: () =>
      p.manyToOne(PaymentIntentEntity).mapToPk().fieldName('payment_intent_id').deleteRule('no action'),
    checkoutSessionId: id().strictNullable(),
    customerId: id().strictNullable(),
    /** Numbered by who confirms; at most one charge for each number. */
    attempt: p.integer(),
    amount: amount(),
    amountCaptured: amount(),
    amountRefunded: amount(),
    /** What disputes have lost of what is not refunded; never to be refunded. */
    amountLost: amount().default(0),
    /** What the merchant reported as received by cash or transfer, while the charge waits for it. */
    amountReported: amount(),
    /** What the merchant reported as received after the charge had failed, until its provider has it. */
    lateReceipt: p.json().$type<ReportedReceipt>().strictNullable(),
    currency: p.text().$type<Charge['currency']>(),
    presentmentDetails: p.json().$type<NonNullable<Charge['presentmentDetails']>>().strictNullable(),
    /** What `amount` is in other currencies, minor units; null without a rate. Never converted again. */
    convertedAmounts: p.json().$type<NonNullable<Charge['convertedAmounts']>>().strictNullable(),
    /** What refunds have returned, minor units of the presentment currency; failed and canceled ones do not count. */
    presentmentRefunded: amount(),
    status: p.text().$type<Charge['status']>(),
    captureMethod: p.text().$type<PaymentIntent['captureMethod']>(),
    capturedAt: moment().strictNullable(),
    /** A dispute was opened, however it ends. */
    disputed: p.boolean(),
    failureCode: p.text().strictNullable(),
    failureMessage: p.text().strictNullable(),
    outcome: p.json().$type<NonNullable<Charge['outcome']>>().strictNullable(),
    receiptEmail: p.text().strictNullable(),
    billingDetails: p.json().$type<NonNullable<Charge['billingDetails']>>().strictNullable(),
    paymentMethodId: id(),
    /** The method as the provider gets it; no card number and no security code. */
    paymentMethod: p.json().$type<ProviderMethod>(),
    paymentMethodDetails: p.json().$type<NonNullable<Charge['paymentMethodDetails']>>(),
    /** The account's terms when the charge was made; later changes of its fee table do not touch it. */
    feeTerms: p.json().$type<FeeTerms>(),
    balanceTransactionId: id().strictNullable(),
    provider: p.text(),
    /** The connection that takes it; null where the provider has none, and of charges that are older than connections. */
    connectionId: id().strictNullable(),
    /** Who receives its money. */
    settlesTo: p.text().$type<SettlesTo>().default('platform'),
    externalChargeId: p.text().strictNullable(),
    /** What the provider reports as its own fee; null while it has reported none. */
    providerFee: p.json().$type<ProviderFee>().strictNullable(),
    statementDescriptor: p.text().strictNullable(),
    holdId: p.text().strictNullable(),
    merchantOrigin: p.text().strictNullable(),
    /** Where the buyer confirmed; null if it is unknown. */
    geocoding: p.json().$type<Geocoding>().strictNullable(),
    returnUrl: p.text().strictNullable(),
    /** After it a decline ends the payment. */
    sessionExpiresAt: moment().strictNullable(),
    settlementModel: p.text().$type<NonNullable<Charge['settlementModel']>>(),
    /** What the buyer did, stored until the merchant's server confirms; null otherwise. */
    actionAnswer: p.json().$type<Record<string, string>>().strictNullable(),
    /** The payment did not need its money, which is refunded in full and does not count in the amounts of the intent. */
    isSurplus: p.boolean().default(false),
    /**
     * When the provider is queried next, while the charge is undecided. Of a failed charge: when its cancellation is
     * requested next, because it could still be paid at the provider.
     */
    nextSyncAt: moment().strictNullable(),
    /** When a browser that came back, or the janitor, last had the provider queried. */
    queriedAt: moment().strictNullable(),
    syncAttempts: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  checks: [
    {
      name: 'charges_amounts',
      expression:
        'amount >= 1 and amount <= 999999999999 and amount_captured >= 0 and amount_captured <= amount and amount_refunded >= 0 and amount_refunded <= amount_captured and presentment_refunded >= 0 and presentment_refunded <= 999999999999',
    },
    {
      name: 'charges_reported',
      expression: 'amount_reported >= 0 and amount_reported <= amount',
    },
    { name: 'charges_lost', expression: 'amount_lost >= 0 and amount_refunded + amount_lost <= amount_captured' },
    {
      name: 'charges_refunded',
      expression: "(status = 'REFUNDED') = (amount_refunded > 0 and amount_refunded = amount_captured)",
    },
  ],
  indexes: [
    uniqueIndex('charges_attempt', 'charges (payment_intent_id, attempt)'),
    uniqueIndex('charges_undecided', `charges (payment_intent_id) where status = 'PENDING'`),
    ...indexesOf('charges', {
      newest: '(merchant_id, livemode, created_at desc, id desc)',
      customer: '(merchant_id, livemode, customer_id, created_at desc, id desc)',
      due: '(next_sync_at) where next_sync_at is not null',
    }),
  ],
});

/** A row of `charges`, as raw SQL reads and writes it. */
export type ChargeRow = InferEntity<typeof ChargeEntity>;
