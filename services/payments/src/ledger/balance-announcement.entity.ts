import { defineEntity, p } from '@mikro-orm/core';
import { scopeColumns } from '../tables/columns.ts';

/** How often a balance was published: the version of its latest event. */
export const BalanceAnnouncementEntity = defineEntity({
  name: 'BalanceAnnouncement',
  tableName: 'balance_announcements',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    version: p.integer(),
  },
});

/** Funds that became available and are not published yet; any number of rows of a merchant lead to one event. */
export const BalanceDueEntity = defineEntity({
  name: 'BalanceDue',
  tableName: 'balance_dues',
  properties: { id: p.bigint('number').primary().autoincrement(), ...scopeColumns() },
  indexes: [{ name: 'balance_dues_merchant', properties: ['merchantId', 'livemode'] }],
});
