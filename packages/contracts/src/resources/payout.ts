import { z } from 'zod';
import { Currency } from '../enums.ts';
import { PayoutFailureCode, PayoutInterval, PayoutStatus } from '../payment-enums.ts';
import { Money, namedObject, Timestamp } from '../primitives.ts';

/** Money that the platform holds for a merchant, on its way to the merchant's bank account. */
export const Payout = namedObject('Payout', 'A transfer of your payable balance to your bank account.', {
  id: z.string().describe('`po_…`'),
  object: z.literal('payout'),
  amount: Money,
  currency: Currency,
  status: PayoutStatus.describe(
    '`PENDING` until the platform sends it to the bank, then `IN_TRANSIT` until it is `PAID` or `FAILED`.',
  ),
  bankAccountId: z.string().describe('`ba_…`'),
  arrivalDate: z.iso.date().nullable().describe('The day on which the bank is to credit it. Null while it is PENDING.'),
  statementDescriptor: z.string().nullable().describe('The text on the statement of the bank account.'),
  failureCode: PayoutFailureCode.nullable(),
  automatic: z.boolean().describe('Created by the payout schedule of its currency.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Payout = z.infer<typeof Payout>;

/** When payouts of a currency are created. */
export const PayoutSchedule = namedObject('PayoutSchedule', 'When payouts of a currency are created.', {
  object: z.literal('payout_schedule'),
  currency: Currency,
  interval: PayoutInterval,
  weekday: z.int().min(1).max(7).nullable().describe('1 is Monday. Set if `interval` is weekly.'),
  monthDay: z
    .int()
    .min(1)
    .max(31)
    .nullable()
    .describe('Set if `interval` is monthly. In shorter months it is the last day.'),
  delayDays: z.int().min(0).max(90).describe('Funds are paid out this many days after they became available.'),
  minimumAmount: Money.describe('Nothing is paid out until this amount is reached.'),
  bankAccountId: z.string().nullable().describe('`ba_…`'),
  nextPayoutAt: Timestamp.nullable().describe('Null if `interval` is manual.'),
});
export type PayoutSchedule = z.infer<typeof PayoutSchedule>;

/** A payout as its operator sees it. */
export const OperatorPayout = Payout.extend({ accountId: z.string().describe('`acct_…`') }).meta({
  id: 'OperatorPayout',
  description: 'A payout and its account.',
});
export type OperatorPayout = z.infer<typeof OperatorPayout>;

export const ExportedPayout = namedObject('ExportedPayout', 'A payout for the bank to execute.', {
  id: z.string().describe('`po_…`'),
  accountId: z.string().describe('`acct_…`'),
  amount: Money,
  currency: Currency,
  holderName: z.string(),
  iban: z.string(),
  country: z.string(),
  statementDescriptor: z.string().nullable(),
  status: PayoutStatus.describe('`IN_TRANSIT` while the bank is to execute it: do not give it any other payout.'),
});
export type ExportedPayout = z.infer<typeof ExportedPayout>;

/** Payouts that were given to the bank together. */
export const PayoutExport = namedObject('PayoutExport', 'Payouts that are given to the bank together.', {
  id: z.string(),
  object: z.literal('payout_export'),
  executionDate: z.iso.date().describe('The day on which the bank is to execute them.'),
  payouts: z.array(ExportedPayout).describe('In the order of their creation. At most 1,000.'),
  createdAt: Timestamp,
});
export type PayoutExport = z.infer<typeof PayoutExport>;
