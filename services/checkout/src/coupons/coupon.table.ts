// Generated from coupon.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { CouponEntity } from './coupon.entity.ts';

/** The table of {@link CouponEntity}. */
export const coupons = table<InferEntity<typeof CouponEntity>>('coupons', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
  name: 'text',
  percentOff: 'numeric(5,2)',
  amountOff: 'bigint',
  currency: 'text',
  duration: 'text',
  durationInMonths: 'int',
  maxRedemptions: 'int',
  maxRedemptionsPerCustomer: 'int',
  minimumAmount: 'bigint',
  minimumAmountCurrency: 'text',
  redeemBy: 'timestamptz(3)',
  appliesToProductIds: 'jsonb',
  active: 'boolean',
  metadata: 'jsonb',
  timesRedeemed: 'int',
  held: 'int',
  overRedeemed: 'int',
});
