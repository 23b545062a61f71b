import type { ApiKey as ApiKeyResource } from '@mizan/contracts';
import { resourceMissing, type Tx } from '@mizan/service-kit';
import { toApiKey } from './api-key.resource.ts';
import { lockKey } from './key-rows.ts';

/**
 * Revokes a key permanently; revoking it again changes nothing. Gateways refuse it as soon as they receive the event, and
 * after five seconds at the latest.
 *
 * @throws Problem `resource_missing`: no such key of this account and mode
 */
export async function revokeApiKey(tx: Tx, id: string): Promise<ApiKeyResource> {
  const key = await lockKey(tx, id);
  if (!key) throw resourceMissing();
  if (key.revokedAt) return toApiKey(key);

  const version = key.version + 1;
  tx.alongCommit`update api_keys set revoked_at = ${tx.now}, updated_at = ${tx.now}, version = ${version} where id = ${id}`;
  const object = toApiKey({ ...key, revokedAt: tx.now });
  tx.emit('api_key.revoked', { object, version, previousAttributes: { revokedAt: null } });
  return object;
}
