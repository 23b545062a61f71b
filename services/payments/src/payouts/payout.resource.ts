import type { BankAccount, ExportedPayout, OperatorPayout, Payout, PayoutSchedule } from '@mizan/contracts';
import type { BankAccountRow } from './bank-account.entity.ts';
import type { PayoutRow } from './payout.entity.ts';
import type { PayoutScheduleRow } from './payout-schedule.entity.ts';

/** Where the money of a payout goes. */
export type PayoutDestination = Pick<ExportedPayout, 'holderName' | 'iban' | 'country'>;

export const toPayoutResource = (row: PayoutRow): Payout => ({
  id: row.id,
  object: 'payout',
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  bankAccountId: row.bankAccountId,
  arrivalDate: row.arrivalDate,
  statementDescriptor: row.statementDescriptor,
  failureCode: row.failureCode,
  automatic: row.isAutomatic,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const toOperatorPayout = (row: PayoutRow): OperatorPayout => ({
  ...toPayoutResource(row),
  accountId: row.merchantId,
});

export const toBankAccountResource = (row: BankAccountRow): BankAccount => ({
  id: row.id,
  object: 'bank_account',
  holderName: row.holderName,
  country: row.country,
  currency: row.currency,
  last4: row.last4,
  createdAt: row.createdAt.toISOString(),
});

export const toScheduleResource = (row: PayoutScheduleRow): PayoutSchedule => ({
  object: 'payout_schedule',
  currency: row.currency,
  interval: row.interval,
  weekday: row.weekday,
  monthDay: row.monthDay,
  delayDays: row.delayDays,
  minimumAmount: row.minimumAmount,
  bankAccountId: row.bankAccountId,
  nextPayoutAt: row.nextPayoutAt?.toISOString() ?? null,
});
