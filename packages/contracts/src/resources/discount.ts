import { z } from 'zod';
import { Timestamp } from '../primitives.ts';
import { Coupon } from './coupon.ts';

/** The application of a coupon to a checkout or customer. */
export const Discount = z
  .object({
    id: z.string().describe('`di_…`, or `pending` until the discount is redeemed.'),
    object: z.literal('discount'),
    coupon: Coupon.describe('The coupon as it was when the discount was applied.'),
    promotionCodeId: z.string().nullable(),
    promotionCodeCode: z.string().nullable(),
    checkoutSessionId: z.string().nullable(),
    customerId: z.string().nullable(),
    start: Timestamp.nullable().describe('When the discount was redeemed.'),
    end: Timestamp.nullable().describe('`null` if the discount does not end.'),
  })
  .meta({ id: 'Discount', description: 'The application of a coupon to a checkout or customer.' });
export type Discount = z.infer<typeof Discount>;
