// Generated from manual-record.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ManualRecordEntity } from './manual-record.entity.ts';

/** The table of {@link ManualRecordEntity}. */
export const manualRecords = table<InferEntity<typeof ManualRecordEntity>>('manual_records', {
  merchantId: 'text',
  livemode: 'boolean',
  key: 'text',
  record: 'jsonb',
  createdAt: 'timestamptz(3)',
});
