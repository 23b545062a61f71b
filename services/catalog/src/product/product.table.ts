// Generated from product.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ProductEntity } from './product.entity.ts';

/** The table of {@link ProductEntity}. */
export const products = table<InferEntity<typeof ProductEntity>>('products', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  name: 'text',
  description: 'text',
  image: 'text',
  unitLabel: 'text',
  active: 'boolean',
  isSystemCreated: 'boolean',
  metadata: 'jsonb',
  defaultPriceId: 'text',
  version: 'int',
  createdAt: 'timestamptz(3)',
  updatedAt: 'timestamptz(3)',
});
