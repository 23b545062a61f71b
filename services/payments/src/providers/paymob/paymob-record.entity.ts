import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../../tables/columns.ts';
import type { PaymobRecord } from './paymob-store.ts';

/** Which of Paymob's objects stands for which of our ids, written outside every transaction of the platform. */
export const PaymobRecordEntity = defineEntity({
  name: 'PaymobRecord',
  tableName: 'paymob_records',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    key: id().primary(),
    record: p.json().$type<PaymobRecord>(),
    createdAt: moment(),
  },
});
