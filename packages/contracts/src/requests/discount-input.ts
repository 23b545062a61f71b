import { z } from 'zod';
import { failWith, reference } from '../primitives.ts';

/** Number of entries that are looked up before a checkout is rejected for having too many. */
const lookedUpMax = 20;

/** A discount that a merchant's server gives a checkout. */
export const DiscountInput = z
  .strictObject({
    coupon: reference('coupon').optional().describe('ID of a coupon. Either this or `promotionCode` is required.'),
    promotionCode: reference('promo').optional().describe('ID or text of a promotion code.'),
  })
  .refine(({ coupon, promotionCode }) => coupon === undefined || promotionCode === undefined, {
    ...failWith('parameters_exclusive', 'must not be sent together with coupon'),
    path: ['promotionCode'],
  })
  .refine(({ coupon, promotionCode }) => coupon !== undefined || promotionCode !== undefined, {
    ...failWith('parameter_missing', 'is required: send coupon or promotionCode'),
    path: ['coupon'],
  })
  .meta({ id: 'DiscountInput', description: 'A discount to apply to a checkout.' });
export type DiscountInput = z.infer<typeof DiscountInput>;

/** The discounts of a new checkout; how many it may carry is decided after they were looked up. */
export const discountsInput = z
  .array(DiscountInput)
  .refine((discounts) => discounts.length <= lookedUpMax, failWith('too_many_discounts', 'must be a single discount'))
  .meta({ maxItems: lookedUpMax });
