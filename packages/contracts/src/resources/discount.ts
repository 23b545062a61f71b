import { z } from 'zod';
import { Timestamp } from '../primitives.ts';
import { Coupon } from './coupon.ts';

/** One application of a coupon. */
export const Discount = z
  .object({
    id: z.string().describe('`di_…`, or `pending` until it is redeemed.'),
    object: z.literal('discount'),
    coupon: Coupon.describe('As it was when applied.'),
    promotionCodeId: z.string().nullable(),
    promotionCodeCode: z.string().nullable(),
    checkoutSessionId: z.string().nullable(),
    customerId: z.string().nullable(),
    start: Timestamp.nullable().describe('When it was redeemed.'),
    end: Timestamp.nullable().describe('Null for ever.'),
  })
  .meta({ id: 'Discount', description: 'One application of a coupon.' });
export type Discount = z.infer<typeof Discount>;
