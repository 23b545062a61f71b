import { Currency, type PayoutSchedule, type SetPayoutSchedule } from '@mizan/contracts';
import { resourceMissing, type Tx } from '@mizan/service-kit';
import { lockBankAccount } from './lock-bank-account.ts';
import { nextPayoutAt } from './next-payout-at.ts';
import { toScheduleResource } from './payout.resource.ts';
import type { PayoutScheduleRow } from './payout-schedule.entity.ts';
import { payoutSchedules } from './payout-schedule.table.ts';

/**
 * Sets when payouts of a currency are created, from the next midnight on.
 *
 * @throws Problem `resource_missing`: no such currency or bank account; `currency_invalid`: it receives another currency
 */
export async function setPayoutSchedule(
  tx: Tx,
  { currency: named, ...body }: SetPayoutSchedule & { readonly currency: string },
): Promise<PayoutSchedule> {
  const { data: currency } = Currency.safeParse(named);
  if (!currency) throw resourceMissing('currency');
  const { interval, delayDays, minimumAmount, weekday = null, monthDay = null, bankAccountId = null } = body;
  if (bankAccountId !== null) await lockBankAccount(tx, bankAccountId, currency);
  const next = nextPayoutAt({ interval, weekday, monthDay }, tx.now);
  const changes = { interval, weekday, monthDay, delayDays, minimumAmount, bankAccountId, nextPayoutAt: next };
  const row: PayoutScheduleRow = { ...tx.scope, currency, ...changes };
  await tx.sql`
    ${payoutSchedules.insert([row])}
    on conflict (merchant_id, livemode, currency) do update set ${payoutSchedules.set(changes)}`;
  return toScheduleResource(row);
}
