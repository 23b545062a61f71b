import type { BankAccount, Operations, ResponseOf } from '@mizan/contracts';
import { type OperationInput, own, type Reader, readPage, resourceMissing } from '@mizan/service-kit';
import type { BankAccountRow } from './bank-account.entity.ts';
import { bankAccounts } from './bank-account.table.ts';
import { toBankAccountResource } from './payout.resource.ts';

type ListBankAccounts = Operations['listBankAccounts'];

/** The row of a bank account. @param param names the parameter in the problem @throws Problem `resource_missing` */
export async function findBankAccount(reader: Reader, id: string, param = 'id'): Promise<BankAccountRow> {
  const row = await reader.one<BankAccountRow>`
    select ${bankAccounts.columns} from bank_accounts where ${own(reader)} and id = ${id}`;
  if (!row) throw resourceMissing(param);
  return row;
}

/** @throws Problem `resource_missing` */
export const getBankAccount = async (reader: Reader, id: string): Promise<BankAccount> =>
  toBankAccountResource(await findBankAccount(reader, id));

/** A page of bank accounts, newest first. */
export async function listBankAccounts(
  reader: Reader,
  query: OperationInput<ListBankAccounts>['query'],
): Promise<ResponseOf<ListBankAccounts>> {
  const { rows, totalCount, nextCursor } = await readPage(reader, bankAccounts, {
    page: query,
    filters: [],
    counted: undefined,
  });
  return { data: rows.map(toBankAccountResource), totalCount, nextCursor };
}
