import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Dispute } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { amount, id, moment, scopeColumns, uniqueIndex } from '../tables/columns.ts';
import { ChargeEntity } from './charge.entity.ts';

/** A dispute of a charge. It changes only under the lock of its payment. */
export const DisputeEntity = defineEntity({
  name: 'Dispute',
  tableName: 'disputes',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the dispute. */
    version: p.integer(),
    chargeId: () => p.manyToOne(ChargeEntity).mapToPk().fieldName('charge_id').deleteRule('no action'),
    paymentIntentId: id(),
    amount: amount(),
    currency: p.text().$type<Dispute['currency']>(),
    reason: p.text().$type<Dispute['reason']>(),
    status: p.text().$type<Dispute['status']>(),
    isInquiry: p.boolean(),
    evidence: p.json().$type<Dispute['evidence']>(),
    evidenceDueBy: moment().strictNullable(),
    /** Whether something of the charge was neither refunded nor lost, and no dispute open, when this one last changed. */
    isRefundable: p.boolean(),
    /** Debited with the amount; 0 until then. */
    feeAmount: amount(),
    /** When the provider has withdrawn the money. */
    balanceTransactionId: id().strictNullable(),
    /** When the provider has returned it. */
    reversalBalanceTransactionId: id().strictNullable(),
    provider: p.text(),
    /** The connection that reports it; null where there is no API that does. */
    connectionId: id().strictNullable(),
    /** The provider's own id, or one that stands for it. */
    externalDisputeId: id(),
    /** When it is lost unless evidence is submitted before; null where the provider or the operator says so. */
    lostAt: moment().strictNullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  checks: [
    { name: 'disputes_amounts', expression: 'amount >= 1 and amount <= 999999999999 and fee_amount >= 0' },
    {
      name: 'disputes_money',
      expression:
        '(balance_transaction_id is not null or (reversal_balance_transaction_id is null and fee_amount = 0)) and (balance_transaction_id is null or not is_inquiry)',
    },
    {
      name: 'disputes_inquiry',
      expression:
        "(not is_inquiry or status in ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WARNING_CLOSED')) and (is_inquiry or status <> 'WARNING_CLOSED')",
    },
    { name: 'disputes_lost_at', expression: "lost_at is null or status = 'NEEDS_RESPONSE'" },
  ],
  indexes: [
    uniqueIndex('disputes_external', 'disputes (merchant_id, livemode, provider, external_dispute_id)'),
    ...indexesOf('disputes', {
      newest: '(merchant_id, livemode, created_at desc, id desc)',
      charge: '(charge_id)',
      payment_intent: '(payment_intent_id)',
      open: `(merchant_id, livemode) where status in ('NEEDS_RESPONSE', 'UNDER_REVIEW')`,
      due: '(lost_at) where lost_at is not null',
    }),
  ],
});

/** A row of `disputes`, as raw SQL reads and writes it. */
export type DisputeRow = InferEntity<typeof DisputeEntity>;
