// Generated from discount.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { DiscountEntity, DiscountMarkEntity, PaidMarkEntity } from './discount.entity.ts';

/** The table of {@link DiscountEntity}. */
export const discounts = table<InferEntity<typeof DiscountEntity>>('discounts', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  state: 'text',
  checkoutSessionId: 'text',
  position: 'smallint',
  attempt: 'int',
  couponId: 'text',
  coupon: 'json',
  promotionCodeId: 'text',
  promotionCodeCode: 'text',
  customerId: 'text',
  marks: 'jsonb',
  heldAt: 'timestamptz(3)',
  startAt: 'timestamptz(3)',
  endAt: 'timestamptz(3)',
});

/** The table of {@link DiscountMarkEntity}. */
export const discountMarks = table<InferEntity<typeof DiscountMarkEntity>>('discount_marks', {
  merchantId: 'text',
  livemode: 'boolean',
  couponId: 'text',
  mark: 'text',
  discountId: 'text',
});

/** The table of {@link PaidMarkEntity}. */
export const paidMarks = table<InferEntity<typeof PaidMarkEntity>>('paid_marks', {
  merchantId: 'text',
  livemode: 'boolean',
  mark: 'text',
});
