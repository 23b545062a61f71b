import type { ApiKey as ApiKeyResource } from '@mizan/contracts';
import { own, type Tx } from '@mizan/service-kit';
import { toApiKey } from './api-key.resource.ts';
import { apiKeys } from './api-key.table.ts';
import { lockApiKey } from './read-api-keys.ts';

/**
 * Revokes a key permanently; revoking it again changes nothing. Gateways refuse it as soon as they receive the event, and
 * after five seconds at the latest. @throws Problem `resource_missing`
 */
export async function revokeApiKey(tx: Tx, id: string): Promise<ApiKeyResource> {
  const key = await lockApiKey(tx, id);
  if (key.revokedAt) return toApiKey(key);

  const version = key.version + 1;
  const changes = { revokedAt: tx.now, updatedAt: tx.now, version };
  tx.alongCommit`update api_keys set ${apiKeys.set(changes)} where ${own(tx)} and id = ${id}`;
  const object = toApiKey({ ...key, revokedAt: tx.now });
  tx.emit('api_key.revoked', { object, version, previousAttributes: { revokedAt: null } });
  return object;
}
