import {
  acrossMerchants,
  type DueClocks,
  type Fragment,
  fragment,
  type JobContext,
  log,
  own,
  sweep,
  type SystemReader,
  type Tx,
} from '@mizan/service-kit';
import { maxAmount } from '@mizan/money';
import { hasDueFunds, makeDueAvailable } from '../ledger/make-funds-available.ts';
import type { App } from '../payment/app.ts';
import { isRestoreHeld } from '../restores/held-by-restore.ts';
import { newPayout } from './create-payout.ts';
import { lockBankAccount } from './lock-bank-account.ts';
import { nextPayoutAt } from './next-payout-at.ts';
import type { PayoutScheduleRow } from './payout-schedule.entity.ts';
import { payoutSchedules } from './payout-schedule.table.ts';
import { reservePayout } from './reserve-payout.ts';

const batchSize = 50; // the next pass follows at once while there are more
const dayMs = 24 * 60 * 60_000;

/** Creates the payouts of schedules that are due, by the clock of their account; each once, however many replicas run. */
export const runPayoutSchedules = (context: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> =>
  sweep<PayoutScheduleRow>(context, {
    failure: { event: 'payout.schedule_failed', ids: ({ currency }) => ({ currency }) },
    due: ({ system }, clocks) => findDueSchedules(system, clocks),
    handle: async (schedule, scope, now) => {
      const { currency } = schedule;
      const through = throughOf(schedule);
      // Not in the transaction of the payout: it would hold the balance for as long as all of them take.
      if (through) await makeDueAvailable(context.db, scope, { currency, through });
      await context.db.transact(scope, (tx) => runSchedule(tx, app, currency), now);
    },
  });

/** Schedules that are due. After a restore none of live mode is: the bank may have executed a payout that is missing now. */
export const findDueSchedules = (
  { sql }: Pick<SystemReader, 'sql'>,
  clocks: DueClocks,
): Promise<PayoutScheduleRow[]> => sql<PayoutScheduleRow>`
  select ${payoutSchedules.columns} from payout_schedules
  where ${acrossMerchants} and ${clocks.isDue(fragment`next_payout_at`, fragment`payout_schedules`)}
    and not (livemode and ${isRestoreHeld})
  order by next_payout_at limit ${batchSize}`;

/** What became available until then is paid out: `delayDays` before the payout is due. */
const throughOf = ({ nextPayoutAt, delayDays }: PayoutScheduleRow): Date | null =>
  nextPayoutAt && new Date(nextPayoutAt.getTime() - delayDays * dayMs);

async function runSchedule(tx: Tx, app: App, currency: PayoutScheduleRow['currency']): Promise<void> {
  const ofSchedule = fragment`${own(tx)} and currency = ${currency}`;
  const schedule = await tx.one<PayoutScheduleRow>`
    select ${payoutSchedules.columns} from payout_schedules where ${ofSchedule} for update`;
  const dueAt = schedule?.nextPayoutAt;
  const through = schedule && throughOf(schedule);
  if (!dueAt || !through || dueAt > tx.now) return; // another replica was faster, or it has changed
  if (await hasDueFunds(tx, { currency, through })) return; // there are more than a batch: it stays due
  const taken = fragment`${ofSchedule} and payout_id is null and status = 'available' and available_on <= ${through}`;
  const { amount, payable } = await amountsOf(tx, { taken, currency });
  const { merchantId } = tx.scope;
  const skipped = { event: 'payout.skipped', merchantId, currency, amount, payable, minimum: schedule.minimumAmount };
  if (amount < Math.max(1, schedule.minimumAmount) || amount > payable) log.info(skipped);
  else if (amount > maxAmount) log.error({ ...skipped, reason: `more than ${maxAmount}: pay out a part by hand` });
  else await createAutomatic(tx, app, { schedule, taken, amount });
  const next = await nextWithFunds(tx, schedule, through);
  await tx.sql`update payout_schedules set ${payoutSchedules.set({ nextPayoutAt: next })} where ${ofSchedule}`;
}

/**
 * The next payout day: the first at which there is more to take than until `through`, and the first after the clock if that is
 * earlier. Days between have nothing to pay out: a test clock may be advanced by thousands of them at once.
 */
async function nextWithFunds(tx: Tx, schedule: PayoutScheduleRow, through: Date): Promise<Date | null> {
  const delayMs = schedule.delayDays * dayMs;
  const ofCurrency = fragment`${own(tx)} and currency = ${schedule.currency} and payout_id is null`;
  const untilNow = fragment`available_on > ${through} and available_on <= ${new Date(tx.now.getTime() - delayMs)}`;
  const found = await tx.one<{ earliest: Date | null }>`
    select least(
      (select min(available_on) from balance_transactions where ${ofCurrency} and status = 'available' and ${untilNow}),
      (select min(available_on) from balance_transactions where ${ofCurrency} and status = 'pending' and ${untilNow})
    ) as earliest`;
  const justBefore = found?.earliest && new Date(found.earliest.getTime() + delayMs - 1); // on that midnight it is paid out
  return nextPayoutAt(schedule, justBefore ?? tx.now);
}

/** What a transaction changes of what is payable: of money that the merchant received itself the fee alone. */
const contribution = fragment`(case when is_merchant_held then -fee else net end)`;

/** Minor units: the sum of the transactions that a payout would take, and what may leave now. */
async function amountsOf(
  { one, scope }: Tx,
  { taken, currency }: { readonly taken: Fragment; readonly currency: PayoutScheduleRow['currency'] },
): Promise<{ readonly amount: number; readonly payable: number }> {
  const found = await one<{ amount: number; payable: number }>`
    select (select coalesce(sum(${contribution}), 0) from balance_transactions where ${taken})::bigint as amount,
      (select coalesce(sum(balance), 0) from ledger_accounts
        where ${own({ scope })} and account = 'merchant_available' and currency = ${currency})::bigint as payable`;
  return found ?? { amount: 0, payable: 0 };
}

interface AutomaticPayout {
  readonly schedule: PayoutScheduleRow;
  readonly taken: Fragment;
  readonly amount: number;
}

/** Takes the transactions and pays out their sum. @throws Error what there is to take has changed: it is tried again */
async function createAutomatic(tx: Tx, app: App, { schedule, taken, amount }: AutomaticPayout): Promise<void> {
  const { currency, bankAccountId } = schedule;
  if (bankAccountId === null) throw new Error(`bug: the schedule of ${currency} has no bank account`);
  const account = await lockBankAccount(tx, bankAccountId, currency);
  const row = newPayout(tx, app, { amount, account, statementDescriptor: null, isAutomatic: true });
  const marked = await tx.one<{ amount: number }>`
    with marked as (
      update balance_transactions set payout_id = ${row.id} where ${taken} returning ${contribution} as amount)
    select coalesce(sum(amount), 0)::bigint as amount from marked`;
  if (marked?.amount !== amount || !(await reservePayout(tx, row)))
    throw new Error('the balance has changed while its payout was created');
  log.info({ event: 'payout.created', merchantId: row.merchantId, payoutId: row.id, amount, currency });
}
