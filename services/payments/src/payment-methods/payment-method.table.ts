// Generated from payment-method.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PaymentMethodEntity } from './payment-method.entity.ts';

/** The table of {@link PaymentMethodEntity}. */
export const paymentMethods = table<InferEntity<typeof PaymentMethodEntity>>('payment_methods', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  customerId: 'text',
  type: 'text',
  method: 'jsonb',
  fingerprint: 'text',
  isDuplicate: 'boolean',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
