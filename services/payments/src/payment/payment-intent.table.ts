// Generated from payment-intent.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PaymentIntentEntity } from './payment-intent.entity.ts';

/** The table of {@link PaymentIntentEntity}. */
export const paymentIntents = table<InferEntity<typeof PaymentIntentEntity>>('payment_intents', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  checkoutSessionId: 'text',
  customerId: 'text',
  amount: 'bigint',
  amountCapturable: 'bigint',
  amountReceived: 'bigint',
  amountRefunded: 'bigint',
  currency: 'text',
  status: 'text',
  captureMethod: 'text',
  confirmationMethod: 'text',
  captureBefore: 'timestamptz(3)',
  description: 'text',
  receiptEmail: 'text',
  canceledAt: 'timestamptz(3)',
  cancellationReason: 'text',
  shipping: 'jsonb',
  amountDetails: 'jsonb',
  presentmentDetails: 'jsonb',
  paymentMethod: 'jsonb',
  customer: 'jsonb',
  nextAction: 'jsonb',
  metadata: 'jsonb',
  lastPaymentError: 'jsonb',
  paymentMethodTypes: 'jsonb',
  attachedMethod: 'jsonb',
  attempts: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
