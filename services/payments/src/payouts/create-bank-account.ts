import type { BankAccount, CreateBankAccount } from '@mizan/contracts';
import { newId, Problem, type Tx } from '@mizan/service-kit';
import { isValidIBAN } from 'ibantools';
import type { App } from '../payment/app.ts';
import { bankAccounts } from './bank-account.table.ts';
import { toBankAccountResource } from './payout.resource.ts';

/** @throws Problem `parameter_invalid` for an IBAN that no bank has */
export function assertIban({ iban }: Pick<CreateBankAccount, 'iban'>): void {
  if (isValidIBAN(iban)) return;
  throw new Problem('parameter_invalid', 'iban is not a valid IBAN: check its digits.', { param: 'iban' });
}

/** Keeps a bank account, its IBAN sealed. Call {@link assertIban} before. */
export async function createBankAccount(
  tx: Tx,
  { secrets }: Pick<App, 'secrets'>,
  body: CreateBankAccount,
): Promise<BankAccount> {
  const { iban } = body;
  const row = {
    id: newId('ba', tx.now.getTime()),
    ...tx.scope,
    holderName: body.holderName,
    country: iban.slice(0, 2),
    currency: body.currency,
    last4: iban.slice(-4),
    sealed: secrets.encrypt(iban),
    createdAt: tx.now,
  };
  await tx.sql`${bankAccounts.insert([row])}`;
  return toBankAccountResource(row);
}
