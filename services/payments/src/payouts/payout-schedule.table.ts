// Generated from payout-schedule.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { PayoutScheduleEntity } from './payout-schedule.entity.ts';

/** The table of {@link PayoutScheduleEntity}. */
export const payoutSchedules = table<InferEntity<typeof PayoutScheduleEntity>>('payout_schedules', {
  merchantId: 'text',
  livemode: 'boolean',
  currency: 'text',
  interval: 'text',
  weekday: 'int',
  monthDay: 'int',
  delayDays: 'int',
  minimumAmount: 'bigint',
  bankAccountId: 'text',
  nextPayoutAt: 'timestamptz(3)',
});
