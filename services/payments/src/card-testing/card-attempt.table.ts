// Generated from card-attempt.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { CardAttemptEntity } from './card-attempt.entity.ts';

/** The table of {@link CardAttemptEntity}. */
export const cardAttempts = table<InferEntity<typeof CardAttemptEntity>>('card_attempts', {
  merchantId: 'text',
  livemode: 'boolean',
  subject: 'text',
  openedAt: 'timestamptz(3)',
  count: 'int',
});
