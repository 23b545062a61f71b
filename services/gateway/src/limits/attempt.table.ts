// Generated from attempt.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { Attempt } from './attempt.entity.ts';

/** The table of {@link Attempt}. */
export const attempts = table<InferEntity<typeof Attempt>>('attempts', {
  subject: 'text',
  seconds: 'int',
  openedAt: 'timestamptz(3)',
  count: 'int',
});
