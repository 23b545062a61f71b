// Generated from dispute-notice.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { DisputeNoticeEntity } from './dispute-notice.entity.ts';

/** The table of {@link DisputeNoticeEntity}. */
export const disputeNotices = table<InferEntity<typeof DisputeNoticeEntity>>('dispute_notices', {
  connectionId: 'text',
  externalDisputeId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  reports: 'int',
  dueAt: 'timestamptz(3)',
  attempts: 'int',
  createdAt: 'timestamptz(3)',
});
