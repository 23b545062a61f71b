// Generated from payment-intent.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PaymentIntentEntity } from './payment-intent.entity.ts';

/** The table of {@link PaymentIntentEntity}. */
export const paymentIntents = table<InferEntity<typeof PaymentIntentEntity>>('payment_intents', {
  id: 'text',
  merchant_id: 'text',
  livemode: 'boolean',
  version: 'int',
  checkout_session_id: 'text',
  customer_id: 'text',
  amount: 'bigint',
  amount_capturable: 'bigint',
  amount_received: 'bigint',
  amount_refunded: 'bigint',
  currency: 'text',
  status: 'text',
  capture_method: 'text',
  confirmation_method: 'text',
  capture_before: 'timestamptz(3)',
  description: 'text',
  receipt_email: 'text',
  canceled_at: 'timestamptz(3)',
  cancellation_reason: 'text',
  shipping: 'jsonb',
  amount_details: 'jsonb',
  presentment_details: 'jsonb',
  payment_method: 'jsonb',
  customer: 'jsonb',
  next_action: 'jsonb',
  metadata: 'jsonb',
  last_payment_error: 'jsonb',
  payment_method_types: 'jsonb',
  attached_method: 'jsonb',
  attempts: 'int',
  created_at: 'timestamptz(3)',
  updated_at: 'timestamptz(3)',
});
