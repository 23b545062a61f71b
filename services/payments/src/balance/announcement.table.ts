// Generated from announcement.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { BalanceAnnouncementEntity, BalanceDueEntity } from './announcement.entity.ts';

/** The table of {@link BalanceAnnouncementEntity}. */
export const balanceAnnouncements = table<InferEntity<typeof BalanceAnnouncementEntity>>('balance_announcements', {
  merchant_id: 'text',
  livemode: 'boolean',
  version: 'int',
});

/** The table of {@link BalanceDueEntity}. */
export const balanceDues = table<InferEntity<typeof BalanceDueEntity>>('balance_dues', {
  id: 'bigint',
  merchant_id: 'text',
  livemode: 'boolean',
});
