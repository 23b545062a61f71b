// Generated from stripe-record.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { StripeRecordEntity } from './stripe-record.entity.ts';

/** The table of {@link StripeRecordEntity}. */
export const stripeRecords = table<InferEntity<typeof StripeRecordEntity>>('stripe_records', {
  merchantId: 'text',
  livemode: 'boolean',
  key: 'text',
  record: 'jsonb',
  createdAt: 'timestamptz(3)',
});
