import { event } from '../event.ts';
import { Coupon } from '../resources/coupon.ts';
import { Discount } from '../resources/discount.ts';
import { PromotionCode } from '../resources/promotion-code.ts';

const coupon = { service: 'checkout', object: Coupon, audience: 'public' } as const;
const promotionCode = { service: 'checkout', object: PromotionCode, audience: 'public' } as const;
const discount = { service: 'checkout', object: Discount, audience: 'public' } as const;

/** What happens to coupons, promotion codes and discounts. */
export const discountEvents = {
  'coupon.created': event({ ...coupon, description: 'Occurs when a coupon is created.' }),
  'coupon.updated': event({
    ...coupon,
    description: 'Occurs when a coupon is updated. Redemptions alone do not cause this event.',
  }),
  'coupon.deleted': event({ ...coupon, description: 'Occurs when a coupon is deleted. The object is its last state.' }),
  'promotion_code.created': event({ ...promotionCode, description: 'Occurs when a promotion code is created.' }),
  'promotion_code.updated': event({
    ...promotionCode,
    description: 'Occurs when a promotion code is updated. Redemptions alone do not cause this event.',
  }),
  'discount.created': event({
    ...discount,
    description: 'Occurs when a discount is redeemed: its checkout has been paid, or was free.',
  }),
  'discount.deleted': event({
    ...discount,
    description:
      'Occurs when the payment of a redeemed discount is fully refunded. The customer can redeem the coupon again.',
  }),
};
