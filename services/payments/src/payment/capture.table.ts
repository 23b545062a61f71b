// Generated from capture.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { CaptureEntity } from './capture.entity.ts';

/** The table of {@link CaptureEntity}. */
export const captures = table<InferEntity<typeof CaptureEntity>>('captures', {
  chargeId: 'text',
  n: 'int',
  merchantId: 'text',
  livemode: 'boolean',
  amount: 'bigint',
  isFinal: 'boolean',
  status: 'text',
  nextSyncAt: 'timestamptz(3)',
  syncAttempts: 'int',
  createdAt: 'timestamptz(3)',
});
