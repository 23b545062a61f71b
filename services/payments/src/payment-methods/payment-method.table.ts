// Generated from payment-method.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PaymentMethodEntity } from './payment-method.entity.ts';

/** The table of {@link PaymentMethodEntity}. */
export const paymentMethods = table<InferEntity<typeof PaymentMethodEntity>>('payment_methods', {
  id: 'text',
  merchant_id: 'text',
  livemode: 'boolean',
  version: 'int',
  customer_id: 'text',
  type: 'text',
  method: 'jsonb',
  fingerprint: 'text',
  is_duplicate: 'boolean',
  created_at: 'timestamptz(3)',
  updated_at: 'timestamptz(3)',
});
