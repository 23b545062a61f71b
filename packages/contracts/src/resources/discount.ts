import { z } from 'zod';
import { namedObject, Timestamp } from '../primitives.ts';
import { Coupon } from './coupon.ts';

export const Discount = namedObject('Discount', 'The application of a coupon to a checkout or customer.', {
  id: z
    .string()
    .describe(
      '`di_…`, or `pending` until the discount is redeemed. One that deducts nothing, because its coupon is for other products, stays `pending`.',
    ),
  object: z.literal('discount'),
  coupon: Coupon.describe('The coupon as it was when the discount was applied.'),
  promotionCodeId: z.string().nullable(),
  promotionCodeCode: z.string().nullable(),
  checkoutSessionId: z.string().nullable(),
  customerId: z.string().nullable(),
  start: Timestamp.nullable().describe('When the discount was redeemed.'),
  end: Timestamp.nullable().describe('`null` if the discount does not end.'),
});
export type Discount = z.infer<typeof Discount>;
