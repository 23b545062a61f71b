import { z } from 'zod';
import { CouponDuration, Currency } from '../enums.ts';
import { Metadata, Money, Timestamp } from '../primitives.ts';

/** A reusable discount: a percentage or an amount. */
export const Coupon = z
  .object({
    id: z.string().describe('`coupon_…`'),
    object: z.literal('coupon'),
    name: z.string().nullable(),
    percentOff: z.number().nullable().describe('Percent, above 0 to 100, two decimals.'),
    amountOff: Money.nullable().describe('Minor units of `currency`.'),
    currency: Currency.nullable().describe('Of `amountOff`.'),
    duration: CouponDuration,
    durationInMonths: z.int().nullable().describe('Only when `duration` is repeating.'),
    maxRedemptions: z.int().nullable(),
    maxRedemptionsPerCustomer: z.int().nullable(),
    minimumAmount: Money.nullable().describe('The cart before discount must reach it.'),
    minimumAmountCurrency: Currency.nullable(),
    timesRedeemed: z.int().min(0),
    redeemBy: Timestamp.nullable(),
    appliesToProductIds: z.array(z.string()).describe('Empty: all products.'),
    active: z.boolean(),
    valid: z.boolean().describe('Active, not expired, not used up.'),
    metadata: Metadata,
    livemode: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Coupon', description: 'A reusable discount: a percentage or an amount.' });
export type Coupon = z.infer<typeof Coupon>;
