// Generated from late-success.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { LateSuccessEntity } from './late-success.entity.ts';

/** The table of {@link LateSuccessEntity}. */
export const lateSuccesses = table<InferEntity<typeof LateSuccessEntity>>('late_successes', {
  merchant_id: 'text',
  livemode: 'boolean',
  charge_id: 'text',
  due_at: 'timestamptz(3)',
  attempts: 'int',
  created_at: 'timestamptz(3)',
});
