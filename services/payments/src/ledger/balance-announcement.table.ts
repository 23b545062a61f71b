// Generated from balance-announcement.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { BalanceAnnouncementEntity, BalanceDueEntity } from './balance-announcement.entity.ts';

/** The table of {@link BalanceAnnouncementEntity}. */
export const balanceAnnouncements = table<InferEntity<typeof BalanceAnnouncementEntity>>('balance_announcements', {
  merchantId: 'text',
  livemode: 'boolean',
  version: 'int',
});

/** The table of {@link BalanceDueEntity}. */
export const balanceDues = table<InferEntity<typeof BalanceDueEntity>>('balance_dues', {
  id: 'bigint',
  merchantId: 'text',
  livemode: 'boolean',
});
