import type { ApiKey as ApiKeyResource, operations, QueryOf } from '@mizan/contracts';
import { acrossMerchants, fragment, type Reader } from '@mizan/service-kit';
import { loadAccount } from '../accounts/read-accounts.ts';
import { keyColumns, toApiKey, type ApiKeyRow } from '../api-keys/api-key.resource.ts';

/**
 * A page of the keys of the reader's account in both modes, newest first: `readPage` is for the rows of one mode.
 *
 * @throws Problem `resource_missing`: no such account
 */
export async function listAccountKeys(
  reader: Reader,
  { page, limit }: QueryOf<(typeof operations)['listAccountKeys']>,
): Promise<{ data: ApiKeyResource[]; totalCount: number }> {
  const { id } = await loadAccount(reader);
  const matching = fragment`from api_keys where ${acrossMerchants} and merchant_id = ${id}`;
  const [rows, count] = await Promise.all([
    reader.sql<ApiKeyRow>`
      select ${keyColumns} ${matching} order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    reader.one<{ count: number }>`select count(*)::int as count ${matching}`,
  ]);
  return { data: rows.map(toApiKey), totalCount: count?.count ?? 0 };
}
