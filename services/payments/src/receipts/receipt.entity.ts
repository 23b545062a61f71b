import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { ChargeEntity } from '../payment/charge.entity.ts';
import { id, moment, scopeColumns, uniqueIndex } from '../tables/columns.ts';

/** The receipt number of a charge or refund. */
export const ReceiptEntity = defineEntity({
  name: 'Receipt',
  tableName: 'receipts',
  properties: {
    /** The charge that was paid or refunded: while its receipt is being numbered, it cannot be deleted. */
    chargeId: () => p.manyToOne(ChargeEntity).mapToPk().primary().fieldName('charge_id').deleteRule('no action'),
    /** The charge itself, or its refund. */
    sourceId: id().primary(),
    ...scopeColumns(),
    /** In UTC, of the capture or of the refund's creation. */
    year: p.smallint(),
    /** From 1, without a gap within account, mode and year. */
    number: p.integer(),
    createdAt: moment(),
  },
  checks: [{ name: 'receipts_number', expression: 'number >= 1' }],
  indexes: [uniqueIndex('receipts_numbers', 'receipts (merchant_id, livemode, year, number)')],
});

/** A row of `receipts`, as raw SQL reads and writes it. */
export type ReceiptRow = InferEntity<typeof ReceiptEntity>;
