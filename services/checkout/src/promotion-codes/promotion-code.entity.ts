import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Currency, Metadata } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';

/** A text that buyers enter for a coupon, and how often it was used; counted as the coupon itself is. */
export const PromotionCodeEntity = defineEntity({
  name: 'PromotionCode',
  tableName: 'promotion_codes',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** Upper case. */
    code: p.text().collation('C'),
    couponId: p.text().collation('C'),
    active: p.boolean(),
    maxRedemptions: p.integer().strictNullable(),
    expiresAt: p.datetime(3).strictNullable(),
    customerId: p.text().collation('C').strictNullable(),
    firstTimeTransaction: p.boolean(),
    minimumAmount: p.bigint('number').strictNullable(),
    minimumAmountCurrency: p.text().$type<Currency>().strictNullable(),
    metadata: p.json<Metadata>(),
    timesRedeemed: p.integer().default(0),
    held: p.integer().default(0),
    overRedeemed: p.integer().default(0),
  },
  indexes: indexesOf('promotion_codes', {
    newest: '(merchant_id, livemode, created_at desc, id desc)',
    code: '(merchant_id, livemode, code, created_at desc)',
    coupon: '(merchant_id, livemode, coupon_id, created_at desc)',
    customer: '(merchant_id, livemode, customer_id, created_at desc) where customer_id is not null',
  }),
  uniques: [{ name: 'promotion_codes_active_code', properties: ['merchantId', 'livemode', 'code'], where: `active` }],
  checks: checksOf('promotion_codes', {
    code: 'code = upper(code)',
    minimum: '(minimum_amount is null) = (minimum_amount_currency is null)',
    counts: 'times_redeemed >= 0 and held >= 0 and over_redeemed >= 0 and over_redeemed <= times_redeemed',
    cap: 'times_redeemed - over_redeemed + held <= max_redemptions',
  }),
});
export type PromotionCodeRow = InferEntity<typeof PromotionCodeEntity>;
