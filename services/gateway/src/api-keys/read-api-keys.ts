import type { ApiKey as ApiKeyResource, operations, QueryOf } from '@mizan/contracts';
import { resourceMissing, type Reader } from '@mizan/service-kit';
import { toApiKey } from './api-key.resource.ts';
import { keyColumns, ownKeys, type ApiKeyRow } from './key-rows.ts';

/** A page of the account's keys of one mode, newest first, including revoked ones. */
export async function listApiKeys(
  reader: Reader,
  { page, limit }: QueryOf<(typeof operations)['listApiKeys']>,
): Promise<{ data: ApiKeyResource[]; totalCount: number }> {
  const [rows, count] = await Promise.all([
    reader.sql<ApiKeyRow>`
      select ${keyColumns} from api_keys where ${ownKeys(reader)}
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    reader.one<{ count: number }>`select count(*) as count from api_keys where ${ownKeys(reader)}`,
  ]);
  return { data: rows.map(toApiKey), totalCount: count?.count ?? 0 };
}

/** @throws Problem `resource_missing`: no such key of this account and mode */
export async function getApiKey(reader: Reader, id: string): Promise<ApiKeyResource> {
  const key = await reader.one<ApiKeyRow>`select ${keyColumns} from api_keys where ${ownKeys(reader)} and id = ${id}`;
  if (!key) throw resourceMissing();
  return toApiKey(key);
}
