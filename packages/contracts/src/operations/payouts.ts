import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { Currency } from '../enums.ts';
import { listOf, listQuery, searchParameter, timezoneParameter } from '../list-grammar.ts';
import { deletedResource, operation } from '../operation.ts';
import { PayoutStatus } from '../payment-enums.ts';
import { exampleIdOf } from '../primitives.ts';
import {
  CreateBankAccount,
  CreatePayout,
  ExportPayouts,
  FailPayout,
  SetPayoutSchedule,
} from '../requests/payout-input.ts';
import { BalanceTransaction } from '../resources/balance-transaction.ts';
import { BankAccount } from '../resources/bank-account.ts';
import { OperatorPayout, Payout, PayoutExport, PayoutSchedule } from '../resources/payout.ts';

const merchant = { service: 'payments', audience: 'merchant' } as const;
const operator = { service: 'payments', audience: 'operator', permission: null } as const;
const listErrors = ['parameter_out_of_range', 'parameters_exclusive'] as const;
const secured = { forward: ['two-factor-code'] } as const;

/** Payouts: where the money that the platform holds goes, when, and how the operator executes it. */
export const payoutOperations = {
  createBankAccount: operation('POST /bank-accounts', {
    ...merchant,
    ...secured,
    permission: 'BANK_ACCOUNT_WRITE',
    summary: 'Create a bank account',
    description: 'Requires `Two-Factor-Code` in live mode.',
    body: CreateBankAccount,
    example: { holderName: 'Siwa Trading', currency: 'EGP', iban: 'EG380019000500000000263180002' },
    response: BankAccount,
    status: 201,
    errors: ['two_factor_required'],
  }),
  listBankAccounts: operation('GET /bank-accounts', {
    ...merchant,
    permission: 'BANK_ACCOUNT_READ',
    summary: 'List bank accounts',
    description: 'Newest first. Numbers are masked.',
    query: cursorListQuery({}),
    response: cursorListOf(BankAccount).meta({ id: 'BankAccountList', description: 'A page of bank accounts.' }),
    errors: listErrors,
  }),
  getBankAccount: operation('GET /bank-accounts/{id}', {
    ...merchant,
    permission: 'BANK_ACCOUNT_READ',
    summary: 'Retrieve a bank account',
    description: 'Numbers are masked: only their last four characters are shown.',
    response: BankAccount,
  }),
  deleteBankAccount: operation('DELETE /bank-accounts/{id}', {
    ...merchant,
    permission: 'BANK_ACCOUNT_WRITE',
    summary: 'Delete a bank account',
    description: 'Not while a payout to it is PENDING or a payout schedule uses it.',
    response: deletedResource('bank_account').meta({
      id: 'DeletedBankAccount',
      description: 'A deleted bank account.',
    }),
    errors: ['resource_in_use'],
  }),

  createPayout: operation('POST /payouts', {
    ...merchant,
    ...secured,
    permission: 'PAYOUT_WRITE',
    summary: 'Create a payout',
    description:
      'Debits `payable` of the balance at once. Requires `Two-Factor-Code` in live mode. The platform then sends the money to your bank account.',
    body: CreatePayout,
    example: { amount: 100000, currency: 'EGP', bankAccountId: exampleIdOf('ba') },
    response: Payout,
    status: 201,
    errors: [
      'two_factor_required',
      'resource_missing',
      'amount_invalid',
      'currency_invalid',
      'merchant_no_balance',
      'insufficient_balance',
    ],
    movesMoney: true,
  }),
  listPayouts: operation('GET /payouts', {
    ...merchant,
    permission: 'PAYOUT_READ',
    summary: 'List payouts',
    description: 'Newest first, of every status.',
    query: cursorListQuery({
      status: PayoutStatus.optional(),
      currency: Currency.optional(),
      date: dateParameter.optional(),
      timezone: timezoneParameter.default('UTC'),
    }),
    response: cursorListOf(Payout).meta({ id: 'PayoutList', description: 'A page of payouts.' }),
    errors: listErrors,
  }),
  getPayout: operation('GET /payouts/{id}', {
    ...merchant,
    permission: 'PAYOUT_READ',
    summary: 'Retrieve a payout',
    description: 'Contains its status, its bank account and, if it failed, the reason.',
    response: Payout,
  }),
  cancelPayout: operation('POST /payouts/{id}/cancel', {
    ...merchant,
    permission: 'PAYOUT_WRITE',
    summary: 'Cancel a payout',
    description: 'Only while it is PENDING. Its amount is credited to the balance.',
    response: Payout,
    errors: ['resource_invalid_state'],
  }),
  listPayoutBalanceTransactions: operation('GET /payouts/{id}/balance-transactions', {
    ...merchant,
    permission: 'PAYOUT_READ',
    summary: 'List the balance transactions of a payout',
    description:
      'An automatic payout lists the transactions that it pays out. They sum to its amount: `net` of each, or only the fee, as a debit, of payments that you received yourself. A payout that you created lists its own debit.',
    query: cursorListQuery({}),
    response: cursorListOf(BalanceTransaction).meta({
      id: 'PayoutBalanceTransactionList',
      description: 'A page of balance transactions of a payout.',
    }),
    errors: listErrors,
  }),
  listPayoutSchedules: operation('GET /payout-schedules', {
    ...merchant,
    permission: 'PAYOUT_READ',
    summary: 'List payout schedules',
    description: 'Currencies that are not listed are paid out manually.',
    response: z
      .object({ data: z.array(PayoutSchedule) })
      .meta({ id: 'PayoutScheduleList', description: 'The payout schedule of each currency.' }),
  }),
  setPayoutSchedule: operation('PUT /payout-schedules/{currency}', {
    ...merchant,
    ...secured,
    permission: 'PAYOUT_WRITE',
    summary: 'Set a payout schedule',
    description:
      'Payouts are created at 00:00 UTC: of all that became available at least `delayDays` before. Requires `Two-Factor-Code` in live mode.',
    body: SetPayoutSchedule,
    example: { interval: 'weekly', weekday: 1, bankAccountId: exampleIdOf('ba') },
    response: PayoutSchedule,
    errors: ['two_factor_required', 'resource_missing', 'currency_invalid', 'amount_invalid'],
  }),

  listOperatorPayouts: operation('GET /operator/payouts', {
    ...operator,
    summary: 'List live payouts of all accounts',
    description: 'Those with the status `PENDING` are waiting to be exported and executed at your bank.',
    query: listQuery({
      ids: searchParameter.describe('Comma-separated payout IDs. Others are left out.').optional(),
      status: PayoutStatus.optional(),
      currency: Currency.optional(),
    }),
    response: listOf(OperatorPayout).meta({
      id: 'OperatorPayoutList',
      description: 'A page of payouts of all accounts.',
    }),
    errors: ['parameter_out_of_range'],
  }),
  exportPayouts: operation('PUT /operator/payout-exports/{id}', {
    ...operator,
    summary: 'Export live payouts',
    description:
      'Takes PENDING payouts, at most 1,000, for the bank: they become IN_TRANSIT. You choose the ID; repeating the request returns the same payouts, with the `status` that they have by then.',
    body: ExportPayouts,
    example: { currency: 'EGP' },
    response: PayoutExport,
    errors: ['resource_missing', 'resource_invalid_state'],
    deadlineMs: 30_000,
  }),
  markPayoutPaid: operation('POST /operator/payouts/{id}/mark-paid', {
    ...operator,
    summary: 'Mark a payout as paid',
    description: 'Only while it is IN_TRANSIT, or, until you release a restore, PENDING. Repeating it changes nothing.',
    response: OperatorPayout,
    errors: ['resource_invalid_state'],
  }),
  failPayout: operation('POST /operator/payouts/{id}/fail', {
    ...operator,
    summary: 'Mark a payout as failed',
    description:
      'While it is IN_TRANSIT, or, with `returned: true`, once it is PAID. Its amount is credited to the balance, once.',
    body: FailPayout,
    example: { failureCode: 'account_closed' },
    response: OperatorPayout,
    errors: ['resource_invalid_state'],
  }),
};
