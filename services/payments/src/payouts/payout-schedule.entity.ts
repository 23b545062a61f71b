import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { PayoutSchedule } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { amount, id, moment, scopeColumns } from '../tables/columns.ts';

/** When the payouts of an account in a currency are created. */
export const PayoutScheduleEntity = defineEntity({
  name: 'PayoutSchedule',
  tableName: 'payout_schedules',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    currency: p.text().$type<PayoutSchedule['currency']>().primary(),
    interval: p.text().$type<PayoutSchedule['interval']>(),
    weekday: p.integer().strictNullable(),
    monthDay: p.integer().strictNullable(),
    delayDays: p.integer(),
    minimumAmount: amount(),
    bankAccountId: id().strictNullable(),
    /** Null where the interval is manual. */
    nextPayoutAt: moment().strictNullable(),
  },
  indexes: indexesOf('payout_schedules', { due: '(next_payout_at) where next_payout_at is not null' }),
});

/** A row of `payout_schedules`, as raw SQL reads and writes it. */
export type PayoutScheduleRow = InferEntity<typeof PayoutScheduleEntity>;
