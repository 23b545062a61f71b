import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Metadata, Money, Timestamp } from '../primitives.ts';
import { Coupon } from './coupon.ts';

/** Who may use a promotion code, and for which carts. */
export const PromotionCodeRestrictions = z
  .object({
    firstTimeTransaction: z.boolean().describe('Only for buyers who have not paid before.'),
    minimumAmount: Money.nullable().describe('The cart before discount must reach it.'),
    minimumAmountCurrency: Currency.nullable(),
  })
  .meta({ id: 'PromotionCodeRestrictions', description: 'Who may use a promotion code, and for which carts.' });
export type PromotionCodeRestrictions = z.infer<typeof PromotionCodeRestrictions>;

/** A text that a buyer enters to get a coupon's discount. */
export const PromotionCode = z
  .object({
    id: z.string().describe('`promo_…`'),
    object: z.literal('promotion_code'),
    code: z.string().describe('Upper case; buyers may enter it in any.'),
    couponId: z.string().describe('`coupon_…`'),
    coupon: Coupon,
    active: z.boolean(),
    maxRedemptions: z.int().nullable(),
    timesRedeemed: z.int().min(0),
    expiresAt: Timestamp.nullable(),
    customerId: z.string().nullable().describe('`cus_…`: the only customer who may use it.'),
    restrictions: PromotionCodeRestrictions,
    metadata: Metadata,
    livemode: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'PromotionCode', description: "A text that a buyer enters to get a coupon's discount." });
export type PromotionCode = z.infer<typeof PromotionCode>;
