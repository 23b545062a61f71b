// Generated from tabby-record.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { TabbyRecordEntity } from './tabby-record.entity.ts';

/** The table of {@link TabbyRecordEntity}. */
export const tabbyRecords = table<InferEntity<typeof TabbyRecordEntity>>('tabby_records', {
  merchantId: 'text',
  livemode: 'boolean',
  key: 'text',
  record: 'jsonb',
  createdAt: 'timestamptz(3)',
});
