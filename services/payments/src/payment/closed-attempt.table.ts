// Generated from closed-attempt.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { ClosedAttemptEntity } from './closed-attempt.entity.ts';

/** The table of {@link ClosedAttemptEntity}. */
export const closedAttempts = table<InferEntity<typeof ClosedAttemptEntity>>('closed_attempts', {
  merchantId: 'text',
  livemode: 'boolean',
  checkoutSessionId: 'text',
  attempt: 'int',
  createdAt: 'timestamptz(3)',
});
