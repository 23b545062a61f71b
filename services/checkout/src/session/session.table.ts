// Generated from session.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { CheckoutSessionEntity } from './session.entity.ts';

/** The table of {@link CheckoutSessionEntity}. */
export const checkoutSessions = table<InferEntity<typeof CheckoutSessionEntity>>('checkout_sessions', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
  expiresAt: 'timestamptz(3)',
  expiryRetryAt: 'timestamptz(3)',
  status: 'text',
  paymentStatus: 'text',
  currency: 'text',
  amountSubtotal: 'bigint',
  amountTotal: 'bigint',
  customerId: 'text',
  paymentLinkId: 'text',
  paymentIntentId: 'text',
  totalDetails: 'json',
  lineItems: 'json',
  settings: 'json',
  customer: 'json',
  customerDetails: 'json',
  customFields: 'json',
  paymentIntent: 'json',
  intentVersion: 'int',
  attempt: 'int',
  attemptUntil: 'timestamptz(3)',
  holdId: 'text',
  recoveredFrom: 'text',
  closedByMerchant: 'boolean',
  paidIn: 'text',
  discounts: 'json',
  pricing: 'json',
  paymentMethodId: 'text',
  erasedCustomerId: 'text',
});
