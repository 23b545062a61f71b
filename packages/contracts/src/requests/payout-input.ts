import { z } from 'zod';
import { Currency } from '../enums.ts';
import { PayoutFailureCode, PayoutInterval } from '../payment-enums.ts';
import { amountInput, ibanInput, reference, requestBody, requiredText } from '../primitives.ts';

/** The body of POST /bank-accounts. */
export const CreateBankAccount = requestBody('CreateBankAccount', 'A bank account that payouts are sent to.', {
  holderName: requiredText(140).describe('The holder as the bank knows it.'),
  currency: Currency,
  iban: ibanInput
    .refine((iban) => iban !== '', 'must not be empty')
    .describe('With or without spaces. Stored encrypted and never returned.'),
});
export type CreateBankAccount = z.infer<typeof CreateBankAccount>;

/** The body of POST /payouts. */
export const CreatePayout = requestBody('CreatePayout', 'A payout to create.', {
  amount: amountInput('amount_invalid', 1),
  currency: Currency,
  bankAccountId: reference('ba').describe('A bank account in this currency.'),
  statementDescriptor: requiredText(35).nullish().describe('The text on the statement of the bank account.'),
});
export type CreatePayout = z.infer<typeof CreatePayout>;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The body of PUT /payout-schedules/{currency}. */
export const SetPayoutSchedule = z
  .strictObject({
    interval: PayoutInterval,
    weekday: z.int().min(1).max(7).nullish().describe('1 is Monday. Required if `interval` is weekly.'),
    monthDay: z
      .int()
      .min(1)
      .max(31)
      .nullish()
      .describe('Required if `interval` is monthly. In shorter months it is the last day.'),
    delayDays: z.int().min(0).max(90).default(0),
    minimumAmount: amountInput('amount_invalid').default(0),
    bankAccountId: reference('ba').nullish().describe('Required unless `interval` is manual.'),
  })
  .refine((schedule) => isGiven(schedule.weekday) === (schedule.interval === 'weekly'), {
    path: ['weekday'],
    message: 'is required if interval is weekly, and must be omitted otherwise',
  })
  .refine((schedule) => isGiven(schedule.monthDay) === (schedule.interval === 'monthly'), {
    path: ['monthDay'],
    message: 'is required if interval is monthly, and must be omitted otherwise',
  })
  .refine((schedule) => isGiven(schedule.bankAccountId) || schedule.interval === 'manual', {
    path: ['bankAccountId'],
    message: 'is required unless interval is manual',
  })
  .meta({ id: 'SetPayoutSchedule', description: 'When payouts of a currency are to be created.' });
export type SetPayoutSchedule = z.infer<typeof SetPayoutSchedule>;

/** The body of POST /test-helpers/payouts/{id}/simulate. */
export const SimulatePayout = requestBody('SimulatePayout', 'The outcome of a payout.', {
  outcome: z.enum(['pay', 'fail']),
});
export type SimulatePayout = z.infer<typeof SimulatePayout>;

/** The body of PUT /operator/payout-exports/{id}. */
export const ExportPayouts = requestBody('ExportPayouts', 'Which payouts to give to the bank.', {
  currency: Currency.optional().describe('Only payouts in this currency.'),
  executionDate: z.iso.date().optional().describe('Defaults to today.'),
  existing: z
    .boolean()
    .default(false)
    .describe(
      '`true` returns or continues an export that exists. An unknown ID is then refused, and no payout is taken.',
    ),
});
export type ExportPayouts = z.infer<typeof ExportPayouts>;

/** The body of POST /operator/payouts/{id}/fail. */
export const FailPayout = requestBody('FailPayout', 'Why a payout failed.', {
  failureCode: PayoutFailureCode,
  returned: z
    .boolean()
    .default(false)
    .describe(
      '`true`: the bank has executed it and returned its money later. A payout that is PAID fails in no other way.',
    ),
});
export type FailPayout = z.infer<typeof FailPayout>;
