import { event } from '../event.ts';
import { PaymentLink } from '../resources/payment-link.ts';

const link = { service: 'checkout', object: PaymentLink, audience: 'public' } as const;

/** What happens to payment links. */
export const paymentLinkEvents = {
  'payment_link.created': event({ ...link, description: 'Occurs when a payment link is created.' }),
  'payment_link.updated': event({ ...link, description: 'Occurs when a payment link is updated.' }),
  'payment_link.expired': event({ ...link, description: 'Occurs when the `expiresAt` of a payment link passes.' }),
};
