// Generated from payout-export.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PayoutExportEntity } from './payout-export.entity.ts';

/** The table of {@link PayoutExportEntity}. */
export const payoutExports = table<InferEntity<typeof PayoutExportEntity>>('payout_exports', {
  id: 'text',
  executionDate: 'text',
  currency: 'text',
  completedAt: 'timestamptz(3)',
  createdAt: 'timestamptz(3)',
});
