import type { Discount } from '@mizan/contracts';
import { fragment } from '@mizan/service-kit';
import type { DiscountRow } from './discount.entity.ts';

/** The columns that {@link toDiscountResource} shows, named as the entity names them. */
export const discountColumns = fragment`
  discounts.id, discounts.coupon, discounts.promotion_code_id as "promotionCodeId",
  discounts.promotion_code_code as "promotionCodeCode", discounts.checkout_session_id as "checkoutSessionId",
  discounts.customer_id as "customerId", discounts.start_at as "startAt", discounts.end_at as "endAt"`;

/** What a discount shows of its row. */
export type ShownDiscount = Omit<
  DiscountRow,
  'merchantId' | 'livemode' | 'version' | 'state' | 'position' | 'attempt' | 'couponId' | 'marks' | 'heldAt'
>;

/** A redeemed discount exactly as its list and its events show it. */
export const toDiscountResource = (discount: ShownDiscount): Discount => ({
  id: discount.id,
  object: 'discount',
  coupon: discount.coupon,
  promotionCodeId: discount.promotionCodeId,
  promotionCodeCode: discount.promotionCodeCode,
  checkoutSessionId: discount.checkoutSessionId,
  customerId: discount.customerId,
  start: discount.startAt?.toISOString() ?? null,
  end: discount.endAt?.toISOString() ?? null,
});
