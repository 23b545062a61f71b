import type { PromotionCode } from '@mizan/contracts';
import type { CouponRow } from '../coupons/coupon.entity.ts';
import { toCouponResource } from '../coupons/coupon.resource.ts';
import type { PromotionCodeRow } from './promotion-code.entity.ts';

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
