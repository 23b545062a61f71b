import { defineEntity, p } from '@mikro-orm/core';

/** One refund: whether it was heard of as made, and whether it was heard of as failed or canceled. It counts when only the first. */
export const SpendRefundEntity = defineEntity({
  name: 'SpendRefund',
  tableName: 'spend_refunds',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    refundId: p.text().collation('C').primary(),
    reversed: p.boolean(),
  },
});
