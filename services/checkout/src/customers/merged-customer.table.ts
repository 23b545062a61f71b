// Generated from merged-customer.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { MergedCustomerEntity } from './merged-customer.entity.ts';

/** The table of {@link MergedCustomerEntity}. */
export const mergedCustomers = table<InferEntity<typeof MergedCustomerEntity>>('merged_customers', {
  merchantId: 'text',
  livemode: 'boolean',
  id: 'text',
  mergedInto: 'text',
});
