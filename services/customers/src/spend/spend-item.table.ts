// Generated from spend-item.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { SpendItemEntity } from './spend-item.entity.ts';

/** The table of {@link SpendItemEntity}. */
export const spendItems = table<InferEntity<typeof SpendItemEntity>>('spend_items', {
  merchantId: 'text',
  livemode: 'boolean',
  checkoutSessionId: 'text',
  productId: 'text',
  customerId: 'text',
  name: 'text',
  currency: 'text',
  quantity: 'bigint',
  amount: 'bigint',
  converted: 'jsonb',
  boughtAt: 'timestamptz(3)',
});
