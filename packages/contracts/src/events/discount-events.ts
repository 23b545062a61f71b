import { event } from '../event.ts';
import { Coupon } from '../resources/coupon.ts';
import { Discount } from '../resources/discount.ts';
import { PromotionCode } from '../resources/promotion-code.ts';

const coupon = { service: 'checkout', object: Coupon, audience: 'public' } as const;
const promotionCode = { service: 'checkout', object: PromotionCode, audience: 'public' } as const;
const discount = { service: 'checkout', object: Discount, audience: 'public' } as const;

/** What happens to coupons, promotion codes and discounts. */
export const discountEvents = {
  'coupon.created': event({ ...coupon, description: 'A coupon was created.' }),
  'coupon.updated': event({ ...coupon, description: 'A coupon was changed; redemptions alone do not say so.' }),
  'coupon.deleted': event({ ...coupon, description: 'A coupon was deleted; the object is its last state.' }),
  'promotion_code.created': event({ ...promotionCode, description: 'A promotion code was created.' }),
  'promotion_code.updated': event({
    ...promotionCode,
    description: 'A promotion code was changed; redemptions alone do not say so.',
  }),
  'discount.created': event({ ...discount, description: 'A discount was redeemed: its checkout was paid or free.' }),
  'discount.deleted': event({
    ...discount,
    description: 'Everything paid was refunded, so that the customer may redeem it again.',
  }),
};
