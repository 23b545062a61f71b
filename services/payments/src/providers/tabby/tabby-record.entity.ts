import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../../tables/columns.ts';
import type { TabbyRecord } from './tabby-store.ts';

/** Which of Tabby's payments stands for which of our ids, written outside every transaction of the platform. */
export const TabbyRecordEntity = defineEntity({
  name: 'TabbyRecord',
  tableName: 'tabby_records',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    key: id().primary(),
    record: p.json().$type<TabbyRecord>(),
    createdAt: moment(),
  },
});
