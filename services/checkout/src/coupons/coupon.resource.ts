import type { Coupon } from '@mizan/contracts';
import { fragment } from '@mizan/service-kit';
import type { CouponRow } from './coupon.entity.ts';

/** Every column of a coupon under its property's name. */
export const couponColumns = fragment`
  coupons.id, coupons.merchant_id as "merchantId", coupons.livemode, coupons.version, coupons.created_at as "createdAt",
  coupons.updated_at as "updatedAt", coupons.name, coupons.percent_off as "percentOff", coupons.amount_off as "amountOff",
  coupons.currency, coupons.duration, coupons.duration_in_months as "durationInMonths",
  coupons.max_redemptions as "maxRedemptions", coupons.max_redemptions_per_customer as "maxRedemptionsPerCustomer",
  coupons.minimum_amount as "minimumAmount", coupons.minimum_amount_currency as "minimumAmountCurrency",
  coupons.redeem_by as "redeemBy", coupons.applies_to_product_ids as "appliesToProductIds", coupons.active,
  coupons.metadata, coupons.times_redeemed as "timesRedeemed", coupons.held, coupons.over_redeemed as "overRedeemed"`;

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
