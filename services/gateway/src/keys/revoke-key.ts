import type { ApiKey as ApiKeyResource } from '@mizan/contracts';
import { resourceMissing, type Tx } from '@mizan/service-kit';
import type { ApiKey } from './api-key.entity.ts';
import { toApiKey } from './api-key.resource.ts';

/**
 * Revokes a key for good; doing it again changes nothing. Gateways refuse it as soon as they hear the event, and at the
 * latest when what they know of it is five seconds old.
 *
 * @throws Problem `resource_missing`: no such key of this account and mode
 */
export async function revokeKey(tx: Tx, id: string): Promise<ApiKeyResource> {
  const { merchantId, livemode } = tx.scope;
  const key = await tx.one<ApiKey>`
    select id, merchant_id as "merchantId", livemode, type, prefix, last4, name, permissions,
      ip_allowlist as "ipAllowlist", api_version as "apiVersion", expires_at as "expiresAt", revoked_at as "revokedAt",
      last_used_at as "lastUsedAt", version, created_at as "createdAt", updated_at as "updatedAt"
    from api_keys where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id} for update`;
  if (!key) throw resourceMissing();
  if (key.revokedAt) return toApiKey(key);

  const version = key.version + 1;
  await tx.sql`update api_keys set revoked_at = ${tx.now}, updated_at = ${tx.now}, version = ${version} where id = ${id}`;
  const object = toApiKey({ ...key, revokedAt: tx.now });
  tx.emit('api_key.revoked', { object, version, previousAttributes: { revokedAt: null } });
  return object;
}
