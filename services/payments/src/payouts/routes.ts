import type { Operations } from '@mizan/contracts';
import { command, type OperationInput, query, type RoutesOf, system } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { requireSecondFactor } from '../payment/second-factor.ts';
import { cancelPayout } from './cancel-payout.ts';
import { assertIban, createBankAccount } from './create-bank-account.ts';
import { createPayout } from './create-payout.ts';
import { deleteBankAccount } from './delete-bank-account.ts';
import { exportPayouts } from './export-payouts.ts';
import { failPayout } from './fail-payout.ts';
import { markPayoutPaid } from './mark-payout-paid.ts';
import { getBankAccount, listBankAccounts } from './read-bank-accounts.ts';
import { getPayout, listOperatorPayouts, listPayoutBalanceTransactions, listPayouts } from './read-payouts.ts';
import { listPayoutSchedules } from './read-payout-schedules.ts';
import { scopeOfPayout } from './scope-of-payout.ts';
import { setPayoutSchedule } from './set-payout-schedule.ts';

type InputOf<Id extends keyof Operations> = OperationInput<Operations[Id]>;

const beforeReplay = requireSecondFactor(true);

/** Operations on bank accounts, payouts and their schedules. */
export const payoutRoutes = (app: App) =>
  ({
    createBankAccount: command({
      load: async (context, input: InputOf<'createBankAccount'>) => {
        assertIban(input.body); // a wrong one uses up no code
        await requireSecondFactor(false)(context, input);
      },
      run: (tx, { body }) => createBankAccount(tx, app, body),
      beforeReplay,
    }),
    listBankAccounts: query((reader, input) => listBankAccounts(reader, input.query)),
    getBankAccount: query((reader, { params }) => getBankAccount(reader, params.id)),
    deleteBankAccount: command((tx, { params }) => deleteBankAccount(tx, params.id)),
    createPayout: command({
      load: (context, input: InputOf<'createPayout'>) => requireSecondFactor(false)(context, input),
      run: (tx, { body }) => createPayout(tx, app, body),
      beforeReplay,
    }),
    listPayouts: query((reader, input) => listPayouts(reader, input.query)),
    getPayout: query((reader, { params }) => getPayout(reader, params.id)),
    cancelPayout: command((tx, { params }) => cancelPayout(tx, params.id)),
    listPayoutBalanceTransactions: query((reader, { params, query: page }) =>
      listPayoutBalanceTransactions(reader, { id: params.id, query: page }),
    ),
    listPayoutSchedules: query((reader) => listPayoutSchedules(reader)),
    setPayoutSchedule: command({
      load: (context, input: InputOf<'setPayoutSchedule'>) => requireSecondFactor(false)(context, input),
      run: (tx, { params, body }) => setPayoutSchedule(tx, { ...body, currency: params.currency }),
      beforeReplay,
    }),
    listOperatorPayouts: system((db, input) => listOperatorPayouts(db, input.query)),
    exportPayouts: system((_db, { params, body }) => exportPayouts(app, { ...body, id: params.id })),
    markPayoutPaid: command({
      scope: (db, { params }) => scopeOfPayout(db, params.id),
      run: (tx, { params }) => markPayoutPaid(tx, params.id),
    }),
    failPayout: command({
      scope: (db, { params }) => scopeOfPayout(db, params.id),
      run: (tx, { params, body }) => failPayout(tx, { ...body, id: params.id }),
    }),
  }) satisfies Partial<RoutesOf<'payments'>>;
