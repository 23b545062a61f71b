import type { Currency } from '@mizan/contracts';
import { own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { BankAccountRow } from './bank-account.entity.ts';
import { bankAccounts } from './bank-account.table.ts';
import type { PayoutDestination } from './payout.resource.ts';

/**
 * The bank account that a payout or a schedule names; it cannot be deleted before this transaction ends.
 *
 * @throws Problem `resource_missing`; `currency_invalid`: it receives another currency
 */
export async function lockBankAccount(tx: Tx, id: string, currency: Currency): Promise<BankAccountRow> {
  const row = await tx.one<BankAccountRow>`
    select ${bankAccounts.columns} from bank_accounts where ${own(tx)} and id = ${id} for share`;
  if (!row) throw resourceMissing('bankAccountId');
  if (row.currency !== currency)
    throw new Problem('currency_invalid', `This bank account receives ${row.currency}, not ${currency}.`, {
      param: 'bankAccountId',
    });
  return row;
}

/** What a payout keeps of its bank account, sealed. */
export function sealDestination({ secrets }: Pick<App, 'secrets'>, { sealed, holderName, country }: BankAccountRow) {
  const destination: PayoutDestination = { holderName, country, iban: secrets.decrypt(Buffer.from(sealed)) };
  return secrets.encrypt(JSON.stringify(destination));
}

/** Where a payout goes. */
export const openDestination = ({ secrets }: Pick<App, 'secrets'>, sealed: Uint8Array): PayoutDestination =>
  JSON.parse(secrets.decrypt(Buffer.from(sealed))) as PayoutDestination;
