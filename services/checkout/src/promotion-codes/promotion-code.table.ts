// Generated from promotion-code.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PromotionCodeEntity } from './promotion-code.entity.ts';

/** The table of {@link PromotionCodeEntity}. */
export const promotionCodes = table<InferEntity<typeof PromotionCodeEntity>>('promotion_codes', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
  code: 'text',
  couponId: 'text',
  active: 'boolean',
  maxRedemptions: 'int',
  expiresAt: 'timestamptz(3)',
  customerId: 'text',
  firstTimeTransaction: 'boolean',
  minimumAmount: 'bigint',
  minimumAmountCurrency: 'text',
  metadata: 'jsonb',
  timesRedeemed: 'int',
  held: 'int',
  overRedeemed: 'int',
});
