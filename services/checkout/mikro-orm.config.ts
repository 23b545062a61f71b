import { defineOrm } from '@mizan/service-kit';
import { CheckoutSessionEntity } from './src/sessions/session.entity.ts';
import { SessionCountEntity } from './src/sessions/session-count.entity.ts';

export default defineOrm({
  service: 'checkout',
  entities: [CheckoutSessionEntity, SessionCountEntity],
  migrations: new URL('./migrations/', import.meta.url),
});
