// Generated from restore.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { RestoreEntity } from './restore.entity.ts';

/** The table of {@link RestoreEntity}. */
export const restores = table<InferEntity<typeof RestoreEntity>>('restores', {
  restoredTo: 'timestamptz(3)',
  restoredAt: 'timestamptz(3)',
  releasedAt: 'timestamptz(3)',
});
