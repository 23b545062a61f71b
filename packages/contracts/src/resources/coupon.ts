import { z } from 'zod';
import { CouponDuration, Currency } from '../enums.ts';
import { Metadata, Money, namedObject, Timestamp } from '../primitives.ts';

export const Coupon = namedObject('Coupon', 'A reusable discount: a percentage or a fixed amount.', {
  id: z.string().describe('`coupon_…`'),
  object: z.literal('coupon'),
  name: z.string().nullable(),
  percentOff: z.number().nullable().describe('Percentage, greater than 0 and at most 100, with at most two decimals.'),
  amountOff: Money.nullable().describe('In minor units of `currency`.'),
  currency: Currency.nullable().describe('Currency of `amountOff`.'),
  duration: CouponDuration,
  durationInMonths: z.int().nullable().describe('Present only if `duration` is `repeating`.'),
  maxRedemptions: z.int().nullable(),
  maxRedemptionsPerCustomer: z.int().nullable(),
  minimumAmount: Money.nullable().describe('Minimum cart amount before discounts.'),
  minimumAmountCurrency: Currency.nullable(),
  timesRedeemed: z.int().min(0),
  redeemBy: Timestamp.nullable(),
  appliesToProductIds: z.array(z.string()).describe('Empty means all products.'),
  active: z.boolean(),
  valid: z.boolean().describe('True if the coupon is active, not expired and not fully redeemed.'),
  metadata: Metadata,
  livemode: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Coupon = z.infer<typeof Coupon>;
