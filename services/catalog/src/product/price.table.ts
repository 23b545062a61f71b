// Generated from price.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PriceEntity } from './price.entity.ts';

/** The table of {@link PriceEntity}. */
export const prices = table<InferEntity<typeof PriceEntity>>('prices', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  productId: 'text',
  name: 'text',
  description: 'text',
  currency: 'text',
  type: 'text',
  unitAmount: 'bigint',
  recurringInterval: 'text',
  recurringIntervalCount: 'int',
  customMinimum: 'bigint',
  customMaximum: 'bigint',
  customPreset: 'bigint',
  stock: 'int',
  held: 'int',
  startDate: 'timestamptz(3)',
  expirationDate: 'timestamptz(3)',
  active: 'boolean',
  isSystemCreated: 'boolean',
  metadata: 'jsonb',
  firstReferencedAt: 'timestamptz(3)',
  reservedUntil: 'timestamptz(3)',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
