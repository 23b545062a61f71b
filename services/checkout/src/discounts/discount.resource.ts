import type { Discount } from '@mizan/contracts';
import type { DiscountRow } from './discount.entity.ts';
import { discounts } from './discount.table.ts';

/** The columns that {@link toDiscountResource} shows. */
export const discountColumns = discounts.pick(
  'id',
  'coupon',
  'promotionCodeId',
  'promotionCodeCode',
  'checkoutSessionId',
  'customerId',
  'startAt',
  'endAt',
);

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
