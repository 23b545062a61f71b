import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../../tables/columns.ts';
import type { ManualRecord } from './manual-store.ts';

/** What is remembered of payments that the merchant receives without a provider. */
export const ManualRecordEntity = defineEntity({
  name: 'ManualRecord',
  tableName: 'manual_records',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    key: id().primary(),
    record: p.json().$type<ManualRecord>(),
    createdAt: moment(),
  },
});
