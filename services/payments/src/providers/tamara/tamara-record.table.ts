// Generated from tamara-record.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { TamaraRecordEntity } from './tamara-record.entity.ts';

/** The table of {@link TamaraRecordEntity}. */
export const tamaraRecords = table<InferEntity<typeof TamaraRecordEntity>>('tamara_records', {
  merchantId: 'text',
  livemode: 'boolean',
  key: 'text',
  record: 'jsonb',
  createdAt: 'timestamptz(3)',
});
