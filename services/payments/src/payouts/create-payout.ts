import type { CreatePayout, Payout } from '@mizan/contracts';
import { newId, overtaken, own, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { BankAccountRow } from './bank-account.entity.ts';
import { lockBankAccount, sealDestination } from './lock-bank-account.ts';
import type { PayoutRow } from './payout.entity.ts';
import { toPayoutResource } from './payout.resource.ts';
import { reservePayout } from './reserve-payout.ts';

/**
 * Creates a payout of what the platform holds for the merchant, and debits the balance.
 *
 * @throws Problem `resource_missing`: no such bank account; `currency_invalid`: it receives another currency
 * @throws Problem `merchant_no_balance`, `insufficient_balance`: less is payable
 */
export async function createPayout(tx: Tx, app: App, body: CreatePayout): Promise<Payout> {
  const { amount, currency, statementDescriptor = null } = body;
  const account = await lockBankAccount(tx, body.bankAccountId, currency);
  const row = newPayout(tx, app, { amount, account, statementDescriptor, isAutomatic: false });
  if (!(await reservePayout(tx, row))) throw await balanceProblem(tx, body);
  return toPayoutResource(row);
}

interface NewPayout extends Pick<PayoutRow, 'amount' | 'statementDescriptor' | 'isAutomatic'> {
  readonly account: BankAccountRow;
}

/** A payout before it is written. */
export const newPayout = ({ scope, now }: Tx, app: App, { account, ...given }: NewPayout): PayoutRow => ({
  id: newId('po', now.getTime()),
  ...scope,
  version: 1,
  currency: account.currency,
  status: 'PENDING',
  bankAccountId: account.id,
  destination: sealDestination(app, account),
  arrivalDate: null,
  failureCode: null,
  isReturned: false,
  exportId: null,
  createdAt: now,
  updatedAt: now,
  ...given,
});

/** Why the balance does not cover a payout; the transaction is rolled back, and run again as one that reserves a refund. */
async function balanceProblem({ scope, one }: Tx, { amount, currency }: CreatePayout): Promise<Error> {
  const held = await one<{ payable: number }>`
    select coalesce(sum(balance) filter (where account = 'merchant_available'), 0)::bigint as payable
    from ledger_accounts where ${own({ scope })} and currency = ${currency} having count(*) > 0`;
  if (!held) return new Problem('merchant_no_balance', `This account has no balance in ${currency}.`);
  if (held.payable >= amount) return overtaken();
  const message = `Only ${Math.max(0, held.payable)} in the smallest unit of ${currency} is payable now; you asked for ${amount}.`;
  return new Problem('insufficient_balance', message, { param: 'amount' });
}
