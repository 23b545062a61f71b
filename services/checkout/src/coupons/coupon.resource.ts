import type { Coupon } from '@mizan/contracts';
import type { CouponRow } from './coupon.entity.ts';

/** A coupon exactly as its GET and its events show it. */
export const toCouponResource = (coupon: CouponRow, now: Date): Coupon => ({
  id: coupon.id,
  object: 'coupon',
  name: coupon.name,
  percentOff: coupon.percentOff === null ? null : Number(coupon.percentOff),
  amountOff: coupon.amountOff,
  currency: coupon.currency,
  duration: coupon.duration,
  durationInMonths: coupon.durationInMonths,
  maxRedemptions: coupon.maxRedemptions,
  maxRedemptionsPerCustomer: coupon.maxRedemptionsPerCustomer,
  minimumAmount: coupon.minimumAmount,
  minimumAmountCurrency: coupon.minimumAmountCurrency,
  timesRedeemed: coupon.timesRedeemed,
  redeemBy: coupon.redeemBy?.toISOString() ?? null,
  appliesToProductIds: coupon.appliesToProductIds,
  active: coupon.active,
  valid: isValid(coupon, now),
  metadata: coupon.metadata,
  livemode: coupon.livemode,
  createdAt: coupon.createdAt.toISOString(),
  updatedAt: coupon.updatedAt.toISOString(),
});

/** Active, not expired, not used up. */
export const isValid = ({ active, redeemBy, maxRedemptions, timesRedeemed }: CouponRow, now: Date): boolean =>
  active && (redeemBy === null || now < redeemBy) && (maxRedemptions === null || timesRedeemed < maxRedemptions);
