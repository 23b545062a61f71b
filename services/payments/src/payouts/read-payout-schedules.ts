import type { PayoutSchedule } from '@mizan/contracts';
import { own, type Reader } from '@mizan/service-kit';
import { toScheduleResource } from './payout.resource.ts';
import type { PayoutScheduleRow } from './payout-schedule.entity.ts';
import { payoutSchedules } from './payout-schedule.table.ts';

/** The schedules that were set, by currency. */
export async function listPayoutSchedules(reader: Reader): Promise<{ data: PayoutSchedule[] }> {
  const rows = await reader.sql<PayoutScheduleRow>`
    select ${payoutSchedules.columns} from payout_schedules where ${own(reader)} order by currency`;
  return { data: rows.map(toScheduleResource) };
}
