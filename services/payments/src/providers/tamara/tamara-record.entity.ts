import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../../tables/columns.ts';
import type { TamaraRecord } from './tamara-store.ts';

/** Which of Tamara's orders stands for which of our ids, written outside every transaction of the platform. */
export const TamaraRecordEntity = defineEntity({
  name: 'TamaraRecord',
  tableName: 'tamara_records',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    key: id().primary(),
    record: p.json().$type<TamaraRecord>(),
    createdAt: moment(),
  },
});
