import type { ApiKey as ApiKeyResource, UpdateApiKey } from '@mizan/contracts';
import { formerAttributes, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { toApiKey } from './api-key.resource.ts';
import { lockKey, type ApiKeyRow } from './key-rows.ts';

/**
 * Changes what a key is called and what it may do, from where and until when. Gateways act on it like on a revocation.
 *
 * @throws Problem `resource_missing`: no such key of this account and mode
 * @throws Problem `resource_invalid_state`: it was revoked
 * @throws Problem `parameter_invalid`: permissions for a key that is not restricted
 */
export async function updateKey(tx: Tx, id: string, changes: UpdateApiKey): Promise<ApiKeyResource> {
  const before = await lockKey(tx, id);
  if (!before) throw resourceMissing();
  if (before.revokedAt) throw revoked();
  if (changes.permissions && before.type !== 'RESTRICTED')
    throw new Problem('parameter_invalid', 'permissions can be given for a restricted key only.', {
      param: 'permissions',
    });
  const { expiresAt } = changes;
  return saveKey(tx, before, {
    ...before,
    name: changes.name ?? before.name,
    permissions: changes.permissions ?? before.permissions,
    ipAllowlist: changes.ipAllowlist ?? before.ipAllowlist,
    expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt === null ? null : new Date(expiresAt),
  });
}

/** Stores a changed key and publishes what changed; writes nothing when nothing did. */
export function saveKey(tx: Tx, before: ApiKeyRow, after: ApiKeyRow): ApiKeyResource {
  const [was, is] = [toApiKey(before), toApiKey(after)];
  const previousAttributes = formerAttributes(was, is);
  if (Object.keys(previousAttributes).length === 0) return was;
  const version = before.version + 1;
  tx.alongCommit`
    update api_keys set name = ${after.name}, permissions = ${after.permissions}::text[],
      ip_allowlist = ${after.ipAllowlist}::text[], expires_at = ${after.expiresAt}, updated_at = ${tx.now},
      version = ${version}
    where id = ${after.id}`;
  tx.emit('api_key.updated', { object: is, version, previousAttributes });
  return is;
}

export const revoked = (): Problem => new Problem('resource_invalid_state', 'The key was revoked.');
