import { defineOrm, RowCountEntity } from '@mizan/service-kit/schema';
import { PaymentLinkEntity } from './src/payment-links/payment-link.entity.ts';
import { CheckoutSessionEntity } from './src/sessions/session.entity.ts';

/** Entities and migrations of the `checkout` schema. */
export default defineOrm({
  service: 'checkout',
  entities: [CheckoutSessionEntity, PaymentLinkEntity, RowCountEntity],
  migrations: new URL('./migrations/', import.meta.url),
});
