import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Charge, PaymentIntent } from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import { amount, id, moment, scopeColumns } from '../tables/columns.ts';
import { PaymentIntentEntity } from './payment-intent.entity.ts';

/** One attempt to move the money of a payment intent, committed before any provider is asked. */
export const ChargeEntity = defineEntity({
  name: 'Charge',
  tableName: 'charges',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the charge. */
    version: p.integer(),
    payment_intent_id: () =>
      p.manyToOne(PaymentIntentEntity).mapToPk().fieldName('payment_intent_id').deleteRule('no action'),
    checkout_session_id: id().strictNullable(),
    customer_id: id().strictNullable(),
    /** Numbered by who confirms; at most one charge for each number. */
    attempt: p.integer(),
    amount: amount(),
    amount_captured: amount(),
    amount_refunded: amount(),
    /** What the merchant said came in by cash or transfer, while the charge waits for it. */
    amount_reported: amount(),
    currency: p.text().$type<Charge['currency']>(),
    presentment_details: p.json().$type<NonNullable<Charge['presentmentDetails']>>().strictNullable(),
    /** What `amount` is in other currencies, minor units; null when nothing says so. Never converted again. */
    converted_amounts: p.json().$type<NonNullable<Charge['convertedAmounts']>>().strictNullable(),
    /** What standing refunds gave back, minor units of the presentment currency. */
    presentment_refunded: amount(),
    status: p.text().$type<Charge['status']>(),
    capture_method: p.text().$type<PaymentIntent['captureMethod']>(),
    captured_at: moment().strictNullable(),
    disputed: p.boolean(),
    failure_code: p.text().strictNullable(),
    failure_message: p.text().strictNullable(),
    outcome: p.json().$type<NonNullable<Charge['outcome']>>().strictNullable(),
    receipt_email: p.text().strictNullable(),
    billing_details: p.json().$type<NonNullable<Charge['billingDetails']>>().strictNullable(),
    payment_method_id: id(),
    /** What the provider is asked with; no card number and no security code. */
    payment_method: p.json().$type<ProviderMethod>(),
    payment_method_details: p.json().$type<NonNullable<Charge['paymentMethodDetails']>>(),
    /** The account's terms when the charge was made; later changes of its fee table do not touch it. */
    fee_terms: p.json().$type<FeeTerms>(),
    balance_transaction_id: id().strictNullable(),
    provider: p.text(),
    external_charge_id: p.text().strictNullable(),
    statement_descriptor: p.text().strictNullable(),
    hold_id: p.text().strictNullable(),
    merchant_origin: p.text().strictNullable(),
    return_url: p.text().strictNullable(),
    /** After it a decline ends the payment. */
    session_expires_at: moment().strictNullable(),
    settlement_model: p.text().$type<NonNullable<Charge['settlementModel']>>(),
    /** What the buyer did, kept until the merchant's server confirms; null while nothing waits for it. */
    action_answer: p.json().$type<Record<string, string>>().strictNullable(),
    /** When the provider is asked again, while the charge is undecided. */
    next_sync_at: moment().strictNullable(),
    sync_attempts: p.integer(),
    created_at: moment(),
    updated_at: moment(),
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
    {
      name: 'charges_refunded',
      expression: "(status = 'REFUNDED') = (amount_refunded > 0 and amount_refunded = amount_captured)",
    },
  ],
  indexes: [
    {
      name: 'charges_attempt',
      expression: 'create unique index charges_attempt on charges (payment_intent_id, attempt)',
    },
    {
      name: 'charges_undecided',
      expression: `create unique index charges_undecided on charges (payment_intent_id) where status = 'PENDING'`,
    },
    {
      name: 'charges_newest',
      expression: 'create index charges_newest on charges (merchant_id, livemode, created_at desc, id desc)',
    },
    {
      name: 'charges_customer',
      expression:
        'create index charges_customer on charges (merchant_id, livemode, customer_id, created_at desc, id desc)',
    },
    {
      name: 'charges_due',
      expression: 'create index charges_due on charges (next_sync_at) where next_sync_at is not null',
    },
  ],
});

/** A row of `charges`, as raw SQL reads and writes it. */
export type ChargeRow = InferEntity<typeof ChargeEntity>;
