import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** Where a buyer wants the money of a refund to go. Apart from the refund, so that no event or list has it. */
export const RefundDetailsEntity = defineEntity({
  name: 'RefundDetails',
  tableName: 'refund_details',
  properties: {
    refundId: id().primary(),
    ...scopeColumns(),
    /** `RefundTransferTo` as JSON, sealed with AES-256-GCM by a key of the service. */
    sealed: p.blob(),
    createdAt: moment(),
  },
});

/** A row of `refund_details`, as raw SQL reads and writes it. */
export type RefundDetailsRow = InferEntity<typeof RefundDetailsEntity>;
