import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Coupon } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';

/** `held` while a payment is undecided, then `redeemed` or gone; `returned` once all of the payment was refunded. */
export type DiscountState = 'held' | 'redeemed' | 'returned';

/** One application of a coupon, from the confirm that first holds it. */
export const DiscountEntity = defineEntity({
  name: 'Discount',
  tableName: 'discounts',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    version: p.integer(),
    state: p.text().$type<DiscountState>(),
    checkoutSessionId: p.text().collation('C'),
    /** Its position among the session's discounts. */
    position: p.smallint(),
    /** The confirm that holds it. */
    attempt: p.integer(),
    couponId: p.text().collation('C'),
    /** As it was when applied. */
    coupon: p.json<Coupon>().columnType('json'),
    promotionCodeId: p.text().collation('C').strictNullable(),
    promotionCodeCode: p.text().strictNullable(),
    customerId: p.text().collation('C').strictNullable(),
    /** By which its buyer is recognized; see `buyer-marks.ts`. */
    marks: p.json<string[]>(),
    heldAt: p.datetime(3),
    startAt: p.datetime(3).strictNullable(),
    endAt: p.datetime(3).strictNullable(),
  },
  uniques: [
    { name: 'discounts_once_per_session', properties: ['merchantId', 'livemode', 'checkoutSessionId', 'position'] },
  ],
  indexes: indexesOf('discounts', {
    newest: `(merchant_id, livemode, start_at desc, id desc) where state = 'redeemed'`,
    coupon: `(merchant_id, livemode, coupon_id, start_at desc) where state = 'redeemed'`,
    customer: '(merchant_id, livemode, customer_id, start_at desc) where customer_id is not null',
  }),
  checks: checksOf('discounts', {
    state: `state in ('held', 'redeemed', 'returned')`,
    start: `(state = 'held') = (start_at is null)`,
  }),
});
export type DiscountRow = InferEntity<typeof DiscountEntity>;

/** Uses of a coupon by the marks of their buyers, for its limit per customer and for first-purchase codes. */
export const DiscountMarkEntity = defineEntity({
  name: 'DiscountMark',
  tableName: 'discount_marks',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    couponId: p.text().collation('C').primary(),
    mark: p.text().collation('C').primary(),
    discountId: p.text().collation('C').primary(),
  },
  indexes: [{ name: 'discount_marks_mark', properties: ['merchantId', 'livemode', 'mark'] }],
});

/** Marks of buyers who have paid, for codes that are for first purchases only. */
export const PaidMarkEntity = defineEntity({
  name: 'PaidMark',
  tableName: 'paid_marks',
  properties: {
    merchantId: p.text().collation('C').primary(),
    livemode: p.boolean().primary(),
    mark: p.text().collation('C').primary(),
  },
});
