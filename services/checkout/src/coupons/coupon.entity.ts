import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { CouponDuration, Currency, Metadata } from '@mizan/contracts';

/**
 * A reusable discount and how often it was used. `times_redeemed + held` never passes the cap, except by payments that
 * arrived after their checkout had released its hold; those are counted in `over_redeemed` too. Amounts are minor units.
 */
export const CouponEntity = defineEntity({
  name: 'Coupon',
  tableName: 'coupons',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    name: p.text().strictNullable(),
    percentOff: p.decimal().precision(5).scale(2).strictNullable(),
    amountOff: p.bigint('number').strictNullable(),
    currency: p.text().$type<Currency>().strictNullable(),
    duration: p.text().$type<CouponDuration>(),
    durationInMonths: p.integer().strictNullable(),
    maxRedemptions: p.integer().strictNullable(),
    maxRedemptionsPerCustomer: p.integer().strictNullable(),
    minimumAmount: p.bigint('number').strictNullable(),
    minimumAmountCurrency: p.text().$type<Currency>().strictNullable(),
    redeemBy: p.datetime(3).strictNullable(),
    appliesToProductIds: p.json<string[]>(),
    active: p.boolean(),
    metadata: p.json<Metadata>(),
    timesRedeemed: p.integer().default(0),
    /** Uses that undecided confirms hold. */
    held: p.integer().default(0),
    /** Uses beyond the cap. */
    overRedeemed: p.integer().default(0),
  },
  indexes: [
    {
      name: 'coupons_newest',
      expression: `create index coupons_newest on coupons (merchant_id, livemode, created_at desc, id desc)`,
    },
  ],
  checks: [
    { name: 'coupons_value', expression: `(percent_off is null) <> (amount_off is null)` },
    { name: 'coupons_percent', expression: `percent_off > 0 and percent_off <= 100` },
    { name: 'coupons_amount', expression: `amount_off >= 1 and amount_off <= 999999999999` },
    { name: 'coupons_currency', expression: `(amount_off is null) = (currency is null)` },
    { name: 'coupons_duration', expression: `(duration = 'repeating') = (duration_in_months is not null)` },
    { name: 'coupons_minimum', expression: `(minimum_amount is null) = (minimum_amount_currency is null)` },
    {
      name: 'coupons_counts',
      expression: `times_redeemed >= 0 and held >= 0 and over_redeemed >= 0 and over_redeemed <= times_redeemed`,
    },
    { name: 'coupons_cap', expression: `times_redeemed - over_redeemed + held <= max_redemptions` },
  ],
});
export type CouponRow = InferEntity<typeof CouponEntity>;
