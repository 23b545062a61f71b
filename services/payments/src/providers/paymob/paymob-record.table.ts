// Generated from paymob-record.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PaymobRecordEntity } from './paymob-record.entity.ts';

/** The table of {@link PaymobRecordEntity}. */
export const paymobRecords = table<InferEntity<typeof PaymobRecordEntity>>('paymob_records', {
  merchantId: 'text',
  livemode: 'boolean',
  key: 'text',
  record: 'jsonb',
  createdAt: 'timestamptz(3)',
});
