import type { Discount } from '@mizan/contracts';
import type { DiscountRow } from './discount.entity.ts';
import { discounts } from './discount.table.ts';

const shown = [
  'id',
  'coupon',
  'promotionCodeId',
  'promotionCodeCode',
  'checkoutSessionId',
  'customerId',
  'startAt',
  'endAt',
] as const;

/** What a discount shows of its row. */
export type ShownDiscount = Pick<DiscountRow, (typeof shown)[number]>;
/** The columns of {@link ShownDiscount}. */
export const discountColumns = discounts.pick(...shown);

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
