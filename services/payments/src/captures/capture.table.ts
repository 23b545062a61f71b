// Generated from capture.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { CaptureEntity } from './capture.entity.ts';

/** The table of {@link CaptureEntity}. */
export const captures = table<InferEntity<typeof CaptureEntity>>('captures', {
  charge_id: 'text',
  n: 'int',
  merchant_id: 'text',
  livemode: 'boolean',
  amount: 'bigint',
  is_final: 'boolean',
  status: 'text',
  next_sync_at: 'timestamptz(3)',
  sync_attempts: 'int',
  created_at: 'timestamptz(3)',
});
