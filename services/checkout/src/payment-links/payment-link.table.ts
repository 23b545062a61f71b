// Generated from payment-link.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PaymentLinkEntity } from './payment-link.entity.ts';

/** The table of {@link PaymentLinkEntity}. */
export const paymentLinks = table<InferEntity<typeof PaymentLinkEntity>>('payment_links', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
  slug: 'text',
  active: 'boolean',
  expiresAt: 'timestamptz(3)',
  hasExpired: 'boolean',
  maxCompletions: 'int',
  currency: 'text',
  computedAmount: 'bigint',
  lineItems: 'json',
  customFields: 'json',
  settings: 'json',
  searchText: 'text',
  productIds: 'text[]',
});
