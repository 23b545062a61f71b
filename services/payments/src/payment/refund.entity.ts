import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Refund } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { amount, id, moment, scopeColumns } from '../tables/columns.ts';
import { ChargeEntity } from './charge.entity.ts';

/** A refund of a charge, committed and debited before the provider is called. */
export const RefundEntity = defineEntity({
  name: 'Refund',
  tableName: 'refunds',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the refund. */
    version: p.integer(),
    chargeId: () => p.manyToOne(ChargeEntity).mapToPk().fieldName('charge_id').deleteRule('no action'),
    paymentIntentId: id(),
    amount: amount(),
    currency: p.text().$type<Refund['currency']>(),
    presentmentDetails: p.json().$type<NonNullable<Refund['presentmentDetails']>>().strictNullable(),
    status: p.text().$type<Refund['status']>(),
    /** True once the provider said that the money left; a failure after that brings it back. */
    isSettled: p.boolean(),
    /** True once the charge's and the intent's events of this refund were published. */
    isAnnounced: p.boolean(),
    reason: p.text().$type<NonNullable<Refund['reason']>>().strictNullable(),
    failureReason: p.text().$type<NonNullable<Refund['failureReason']>>().strictNullable(),
    failureMessage: p.text().strictNullable(),
    pendingReason: p.text().$type<NonNullable<Refund['pendingReason']>>().strictNullable(),
    description: p.text().strictNullable(),
    destinationDetails: p.json().$type<NonNullable<Refund['destinationDetails']>>().strictNullable(),
    instructionsEmail: p.text().strictNullable(),
    /** Until when the buyer has to provide bank details. */
    actionExpiresAt: moment().strictNullable(),
    /** When a mail server accepted the mail that requests them; null until then. */
    emailSentAt: moment().strictNullable(),
    feeAmount: amount(),
    /** `R-2026-000123`; null until it is assigned. */
    receiptNumber: p.text().strictNullable(),
    /** Of a charge that its payment did not need. */
    isSurplus: p.boolean().default(false),
    /** Whether the merchant sends the money although a provider could return it. */
    isOutOfBand: p.boolean().default(false),
    metadata: p.json().$type<Refund['metadata']>(),
    balanceTransactionId: id(),
    failureBalanceTransactionId: id().strictNullable(),
    /** The credit after the merchant has sent the money itself although the platform holds it; null otherwise. */
    reimbursementBalanceTransactionId: id().strictNullable(),
    externalRefundId: p.text().strictNullable(),
    /** When the provider is queried next. */
    nextSyncAt: moment().strictNullable(),
    syncAttempts: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  checks: [
    { name: 'refunds_amounts', expression: 'amount >= 1 and amount <= 999999999999 and fee_amount >= 0' },
    {
      name: 'refunds_reimbursed',
      expression: `reimbursement_balance_transaction_id is null or status = 'SUCCEEDED'`,
    },
  ],
  indexes: indexesOf('refunds', {
    newest: '(merchant_id, livemode, created_at desc, id desc)',
    charge: '(charge_id)',
    payment_intent: '(payment_intent_id)',
    pending: `(merchant_id, livemode) where status = 'PENDING'`,
    due: '(next_sync_at) where next_sync_at is not null',
  }),
});

/** A row of `refunds`, as raw SQL reads and writes it. */
export type RefundRow = InferEntity<typeof RefundEntity>;
