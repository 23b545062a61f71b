import type { PromotionCode } from '@mizan/contracts';
import { fragment } from '@mizan/service-kit';
import type { CouponRow } from '../coupons/coupon.entity.ts';
import { toCouponResource } from '../coupons/coupon.resource.ts';
import type { PromotionCodeRow } from './promotion-code.entity.ts';

/** Every column of a promotion code under its property's name. */
export const promotionCodeColumns = fragment`
  codes.id, codes.merchant_id as "merchantId", codes.livemode, codes.version, codes.created_at as "createdAt",
  codes.updated_at as "updatedAt", codes.code, codes.coupon_id as "couponId", codes.active,
  codes.max_redemptions as "maxRedemptions", codes.expires_at as "expiresAt", codes.customer_id as "customerId",
  codes.first_time_transaction as "firstTimeTransaction", codes.minimum_amount as "minimumAmount",
  codes.minimum_amount_currency as "minimumAmountCurrency", codes.metadata, codes.times_redeemed as "timesRedeemed",
  codes.held, codes.over_redeemed as "overRedeemed"`;

/** A promotion code exactly as its GET and its events show it, with its coupon as that is now. */
export const toPromotionCodeResource = (code: PromotionCodeRow, coupon: CouponRow, now: Date): PromotionCode => ({
  id: code.id,
  object: 'promotion_code',
  code: code.code,
  couponId: code.couponId,
  coupon: toCouponResource(coupon, now),
  active: code.active,
  maxRedemptions: code.maxRedemptions,
  timesRedeemed: code.timesRedeemed,
  expiresAt: code.expiresAt?.toISOString() ?? null,
  customerId: code.customerId,
  restrictions: {
    firstTimeTransaction: code.firstTimeTransaction,
    minimumAmount: code.minimumAmount,
    minimumAmountCurrency: code.minimumAmountCurrency,
  },
  metadata: code.metadata,
  livemode: code.livemode,
  createdAt: code.createdAt.toISOString(),
  updatedAt: code.updatedAt.toISOString(),
});
