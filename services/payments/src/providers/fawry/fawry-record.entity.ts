import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../../tables/columns.ts';
import type { FawryRecord } from './fawry-store.ts';

/** Which of Fawry's orders stands for which of our ids, written outside every transaction of the platform. */
export const FawryRecordEntity = defineEntity({
  name: 'FawryRecord',
  tableName: 'fawry_records',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    key: id().primary(),
    record: p.json().$type<FawryRecord>(),
    createdAt: moment(),
  },
});
