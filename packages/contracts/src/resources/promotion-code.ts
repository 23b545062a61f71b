import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Metadata, Money, Timestamp } from '../primitives.ts';
import { Coupon } from './coupon.ts';

/** Who can use a promotion code, and for which carts. */
export const PromotionCodeRestrictions = z
  .object({
    firstTimeTransaction: z.boolean().describe('Whether the code is valid only for buyers who have not paid before.'),
    minimumAmount: Money.nullable().describe('Minimum cart amount before discounts.'),
    minimumAmountCurrency: Currency.nullable(),
  })
  .meta({ id: 'PromotionCodeRestrictions', description: 'Who can use a promotion code, and for which carts.' });
export type PromotionCodeRestrictions = z.infer<typeof PromotionCodeRestrictions>;

/** A code that a buyer enters to get the discount of a coupon. */
export const PromotionCode = z
  .object({
    id: z.string().describe('`promo_…`'),
    object: z.literal('promotion_code'),
    code: z.string().describe('In upper case. Buyers can enter it in any case.'),
    couponId: z.string().describe('`coupon_…`'),
    coupon: Coupon,
    active: z.boolean(),
    maxRedemptions: z.int().nullable(),
    timesRedeemed: z.int().min(0),
    expiresAt: Timestamp.nullable(),
    customerId: z.string().nullable().describe('`cus_…`: the only customer who can use the code.'),
    restrictions: PromotionCodeRestrictions,
    metadata: Metadata,
    livemode: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'PromotionCode', description: 'A code that a buyer enters to get the discount of a coupon.' });
export type PromotionCode = z.infer<typeof PromotionCode>;
