import type { ApiKey as ApiKeyResource, operations, QueryOf } from '@mizan/contracts';
import { own, readPage, resourceMissing, type Reader, type Tx } from '@mizan/service-kit';
import { keyColumns, toApiKey, type ApiKeyRow } from './api-key.resource.ts';
import { apiKeys } from './api-key.table.ts';

/** A page of the account's keys of one mode, newest first, including revoked ones. */
export async function listApiKeys(
  reader: Reader,
  page: QueryOf<(typeof operations)['listApiKeys']>,
): Promise<{ data: ApiKeyResource[]; totalCount: number }> {
  const { rows, totalCount } = await readPage(reader, apiKeys, { page, columns: keyColumns });
  return { data: rows.map(toApiKey), totalCount };
}

/** @throws Problem `resource_missing`: no such key of this account and mode */
export async function getApiKey(reader: Reader, id: string): Promise<ApiKeyResource> {
  const key = await reader.one<ApiKeyRow>`select ${keyColumns} from api_keys where ${own(reader)} and id = ${id}`;
  if (!key) throw resourceMissing();
  return toApiKey(key);
}

/** The key, locked until the transaction ends. @throws Problem `resource_missing` */
export async function lockApiKey(tx: Tx, id: string): Promise<ApiKeyRow> {
  const key = await tx.one<ApiKeyRow>`select ${keyColumns} from api_keys where ${own(tx)} and id = ${id} for update`;
  if (!key) throw resourceMissing();
  return key;
}
