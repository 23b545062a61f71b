// Generated from late-success.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { LateSuccessEntity } from './late-success.entity.ts';

/** The table of {@link LateSuccessEntity}. */
export const lateSuccesses = table<InferEntity<typeof LateSuccessEntity>>('late_successes', {
  merchantId: 'text',
  livemode: 'boolean',
  chargeId: 'text',
  isSurplus: 'boolean',
  dueAt: 'timestamptz(3)',
  attempts: 'int',
  createdAt: 'timestamptz(3)',
});
