// Generated from chargeback-watch.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ChargebackWatchEntity } from './chargeback-watch.entity.ts';

/** The table of {@link ChargebackWatchEntity}. */
export const chargebackWatches = table<InferEntity<typeof ChargebackWatchEntity>>('chargeback_watches', {
  chargeId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  dueAt: 'timestamptz(3)',
  capturedAt: 'timestamptz(3)',
});
