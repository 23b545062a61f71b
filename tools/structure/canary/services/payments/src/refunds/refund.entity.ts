import { defineEntity, p } from '@mikro-orm/core';

export const RefundEntity = defineEntity({
  tableName: 'refunds',
  properties: { id: p.text(), merchantId: p.text(), livemode: p.boolean(), amount: p.integer(), createdAt: p.date() },
});
