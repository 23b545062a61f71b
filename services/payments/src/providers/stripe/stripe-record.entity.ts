import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, scopeColumns } from '../../tables/columns.ts';
import type { StripeRecord } from './stripe-store.ts';

/** Which of Stripe's objects stands for which of our ids, written outside every transaction of the platform. */
export const StripeRecordEntity = defineEntity({
  name: 'StripeRecord',
  tableName: 'stripe_records',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    key: id().primary(),
    record: p.json().$type<StripeRecord>(),
    createdAt: moment(),
  },
});
