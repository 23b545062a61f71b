import { event } from '../event.ts';
import { PaymentLink } from '../resources/payment-link.ts';

const link = { service: 'checkout', object: PaymentLink, audience: 'public' } as const;

/** What happens to payment links. */
export const paymentLinkEvents = {
  'payment_link.created': event({ ...link, description: 'A payment link was created.' }),
  'payment_link.updated': event({ ...link, description: 'A payment link changed.' }),
  'payment_link.expired': event({ ...link, description: 'The `expiresAt` of a payment link has passed.' }),
};
