import { z } from 'zod';
import { event } from '../event.ts';
import { CheckoutSession } from '../resources/checkout-session.ts';

const session = { service: 'checkout', object: CheckoutSession, audience: 'public' } as const;

/** Records the first line items that were created from a set of prices. */
export const PriceUse = z
  .object({
    id: z.string().describe('`use_…`'),
    object: z.literal('price_use'),
    usedBy: z.string().describe('`cs_…` or `plink_…`: the session or payment link.'),
    priceIds: z.array(z.string()),
  })
  .meta({ id: 'PriceUse', description: 'Records the first line items that were created from a set of prices.' });
export type PriceUse = z.infer<typeof PriceUse>;

/** What happens to checkout sessions. */
export const checkoutEvents = {
  'checkout.session.created': event({ ...session, description: 'Occurs when a checkout session is created.' }),
  'checkout.session.completed': event({
    ...session,
    description: 'Occurs when the buyer completes a checkout session. `paymentStatus` shows whether it is paid.',
  }),
  'checkout.session.expired': event({
    ...session,
    description: 'Occurs when a checkout session expires and can no longer be paid.',
  }),
  'checkout.session.async_payment_succeeded': event({
    ...session,
    description: 'Occurs when the payment of a completed but unpaid session succeeds.',
  }),
  'checkout.session.async_payment_failed': event({
    ...session,
    description: 'Occurs when the payment of a completed but unpaid session fails.',
  }),
  'checkout.prices_used': event({
    service: 'checkout',
    object: PriceUse,
    audience: 'internal',
    description:
      'Occurs when a session or payment link is the first to use a price in a line item. The amount of the price can no longer change.',
  }),
};
