// Generated from fawry-record.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { FawryRecordEntity } from './fawry-record.entity.ts';

/** The table of {@link FawryRecordEntity}. */
export const fawryRecords = table<InferEntity<typeof FawryRecordEntity>>('fawry_records', {
  merchantId: 'text',
  livemode: 'boolean',
  key: 'text',
  record: 'jsonb',
  createdAt: 'timestamptz(3)',
});
