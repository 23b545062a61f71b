import { defineEntity, p } from '@mikro-orm/core';

/** One refund whose event arrived; it counts unless `reversed`: failed or canceled. */
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
