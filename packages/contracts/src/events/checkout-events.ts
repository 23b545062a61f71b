import { z } from 'zod';
import { event } from '../event.ts';
import { CheckoutSession } from '../resources/checkout-session.ts';

const session = { service: 'checkout', object: CheckoutSession, audience: 'public' } as const;

/** The first line items that were made from some prices. */
export const PriceUse = z
  .object({
    id: z.string().describe('`use_…`'),
    object: z.literal('price_use'),
    usedBy: z.string().describe('`cs_…` or `plink_…`'),
    priceIds: z.array(z.string()),
  })
  .meta({ id: 'PriceUse', description: 'The first line items that were made from some prices.' });
export type PriceUse = z.infer<typeof PriceUse>;

/** What happens to checkout sessions. */
export const checkoutEvents = {
  'checkout.session.created': event({ ...session, description: 'A session was created.' }),
  'checkout.session.completed': event({
    ...session,
    description: 'The buyer is done; `paymentStatus` tells whether the money is there.',
  }),
  'checkout.session.expired': event({ ...session, description: 'The session can no longer be paid.' }),
  'checkout.session.async_payment_succeeded': event({
    ...session,
    description: 'The money of a session completed unpaid arrived.',
  }),
  'checkout.session.async_payment_failed': event({
    ...session,
    description: 'The money of a session completed unpaid will not arrive.',
  }),
  'checkout.prices_used': event({
    service: 'checkout',
    object: PriceUse,
    audience: 'internal',
    description: 'A session or link has line items of prices that none was known of: what they cost stays.',
  }),
};
