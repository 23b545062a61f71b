import { LockMode } from '@mikro-orm/core';
import type { ApiKey as ApiKeyResource } from '@mizan/contracts';
import { resourceMissing, type Tx } from '@mizan/service-kit';
import { ApiKey } from './api-key.entity.ts';
import { toApiKey } from './api-key.resource.ts';

/**
 * Revokes a key for good; doing it again changes nothing. Gateways refuse it as soon as they hear the event, and at the
 * latest when what they know of it is five seconds old.
 *
 * @throws Problem `resource_missing`: no such key of this account and mode
 */
export async function revokeKey(tx: Tx, id: string): Promise<ApiKeyResource> {
  const { merchantId, livemode } = tx.scope;
  const key = await tx.em.findOne(ApiKey, { id, merchantId, livemode }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!key) throw resourceMissing();
  if (key.revokedAt) return toApiKey(key);

  key.revokedAt = key.updatedAt = tx.now;
  key.version += 1;
  const object = toApiKey(key);
  tx.emit('api_key.revoked', { object, version: key.version, previousAttributes: { revokedAt: null } });
  return object;
}
