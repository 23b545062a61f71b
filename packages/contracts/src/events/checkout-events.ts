import { event } from '../event.ts';
import { CheckoutSession } from '../resources/checkout-session.ts';

const session = { service: 'checkout', object: CheckoutSession, audience: 'public' } as const;

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
};
