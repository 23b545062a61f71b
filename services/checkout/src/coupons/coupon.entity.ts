import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { CouponDuration, Currency, Metadata } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';

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
  indexes: indexesOf('coupons', { newest: '(merchant_id, livemode, created_at desc, id desc)' }),
  checks: checksOf('coupons', {
    value: '(percent_off is null) <> (amount_off is null)',
    percent: 'percent_off > 0 and percent_off <= 100',
    amount: 'amount_off >= 1 and amount_off <= 999999999999',
    currency: '(amount_off is null) = (currency is null)',
    duration: `(duration = 'repeating') = (duration_in_months is not null)`,
    minimum: '(minimum_amount is null) = (minimum_amount_currency is null)',
    counts: 'times_redeemed >= 0 and held >= 0 and over_redeemed >= 0 and over_redeemed <= times_redeemed',
    cap: 'times_redeemed - over_redeemed + held <= max_redemptions',
  }),
});
export type CouponRow = InferEntity<typeof CouponEntity>;
