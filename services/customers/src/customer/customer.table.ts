// Generated from customer.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { CustomerEntity } from './customer.entity.ts';

/** The table of {@link CustomerEntity}. */
export const customers = table<InferEntity<typeof CustomerEntity>>('customers', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  type: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  address: 'jsonb',
  shipping: 'jsonb',
  metadata: 'jsonb',
  currency: 'text',
  guestEmails: 'text[]',
  guestPhones: 'text[]',
  guestCards: 'text[]',
  grossSpend: 'bigint',
  amountRefunded: 'bigint',
  amountDisputeLosses: 'bigint',
  numPayments: 'int',
  firstPurchaseAt: 'timestamptz(3)',
  lastPurchaseAt: 'timestamptz(3)',
  latestPaymentMethod: 'jsonb',
  mergedInto: 'text',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
