import type { AccountProfile, operations, QueryOf } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';
import { accountColumns, toAccountProfile, type AccountRow } from './account.resource.ts';

/** A page of all accounts, newest first: for whoever runs the platform. */
export async function listAccounts(
  reader: Pick<Reader, 'sql' | 'one'>,
  { page, limit }: QueryOf<(typeof operations)['listAccounts']>,
): Promise<{ data: AccountProfile[]; totalCount: number }> {
  const [rows, count] = await Promise.all([
    reader.sql<AccountRow>`
      select ${accountColumns} from accounts order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    reader.one<{ count: number }>`select count(*) as count from accounts`,
  ]);
  return { data: rows.map(toAccountProfile), totalCount: count?.count ?? 0 };
}
