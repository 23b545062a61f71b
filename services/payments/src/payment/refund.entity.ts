import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Refund } from '@mizan/contracts';
import { amount, id, moment, scopeColumns } from '../tables/columns.ts';
import { ChargeEntity } from './charge.entity.ts';

/** Money of a charge on its way back, committed and debited before any provider is asked. */
export const RefundEntity = defineEntity({
  name: 'Refund',
  tableName: 'refunds',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the refund. */
    version: p.integer(),
    charge_id: () => p.manyToOne(ChargeEntity).mapToPk().fieldName('charge_id').deleteRule('no action'),
    payment_intent_id: id(),
    amount: amount(),
    currency: p.text().$type<Refund['currency']>(),
    presentment_details: p.json().$type<NonNullable<Refund['presentmentDetails']>>().strictNullable(),
    status: p.text().$type<Refund['status']>(),
    /** True once the provider said that the money left; a failure after that brings it back. */
    is_settled: p.boolean(),
    /** True once the charge's and the intent's events of this refund were published. */
    is_announced: p.boolean(),
    reason: p.text().$type<NonNullable<Refund['reason']>>().strictNullable(),
    failure_reason: p.text().$type<NonNullable<Refund['failureReason']>>().strictNullable(),
    failure_message: p.text().strictNullable(),
    pending_reason: p.text().$type<NonNullable<Refund['pendingReason']>>().strictNullable(),
    description: p.text().strictNullable(),
    destination_details: p.json().$type<NonNullable<Refund['destinationDetails']>>().strictNullable(),
    instructions_email: p.text().strictNullable(),
    /** While the buyer has to say where the money shall go: until when. */
    action_expires_at: moment().strictNullable(),
    fee_amount: amount(),
    metadata: p.json().$type<Refund['metadata']>(),
    balance_transaction_id: id(),
    failure_balance_transaction_id: id().strictNullable(),
    external_refund_id: p.text().strictNullable(),
    /** When the provider is asked again. */
    next_sync_at: moment().strictNullable(),
    sync_attempts: p.integer(),
    created_at: moment(),
    updated_at: moment(),
  },
  checks: [{ name: 'refunds_amounts', expression: 'amount >= 1 and amount <= 999999999999 and fee_amount >= 0' }],
  indexes: [
    {
      name: 'refunds_newest',
      expression: 'create index refunds_newest on refunds (merchant_id, livemode, created_at desc, id desc)',
    },
    { name: 'refunds_charge', expression: 'create index refunds_charge on refunds (charge_id)' },
    {
      name: 'refunds_payment_intent',
      expression: 'create index refunds_payment_intent on refunds (payment_intent_id)',
    },
    {
      name: 'refunds_due',
      expression: 'create index refunds_due on refunds (next_sync_at) where next_sync_at is not null',
    },
  ],
});

/** A row of `refunds`, as raw SQL reads and writes it. */
export type RefundRow = InferEntity<typeof RefundEntity>;
