import { fixedApiKeyFields, type ApiKey as ApiKeyResource, type Permission, type UpdateApiKey } from '@mizan/contracts';
import { checkFixedFields, formerAttributes, own, Problem, type Tx } from '@mizan/service-kit';
import { checkedOrigins } from './allowed-origins.ts';
import { permissionsOf, toApiKey, type ApiKeyRow } from './api-key.resource.ts';
import { apiKeys } from './api-key.table.ts';
import { keyExpiry } from './create-api-key.ts';
import { lockApiKey } from './read-api-keys.ts';

/**
 * Changes a key's name, permissions, allowed addresses and origins, and expiry. Gateways apply it as fast as a revocation.
 *
 * @throws Problem `resource_missing`; `resource_invalid_state`: it was revoked; `parameter_invalid`: changed permissions of
 *   a key that is not restricted, or none for one that is; another type, mode or API version; origins for a key that is not
 *   publishable, or that its mode does not accept; an expiry in the past
 */
export async function updateApiKey(tx: Tx, id: string, changes: UpdateApiKey): Promise<ApiKeyResource> {
  const before = await lockApiKey(tx, id);
  if (before.revokedAt) throw keyRevoked();
  checkFixedFields(fixedApiKeyFields, changes, toApiKey(before));
  return saveApiKey(tx, before, {
    ...before,
    name: changes.name ?? before.name,
    permissions: changedPermissions(before, changes.permissions),
    ipAllowlist: changes.ipAllowlist ?? before.ipAllowlist,
    allowedOrigins: changedOrigins(before, changes.allowedOrigins),
    expiresAt: changedExpiry(before, changes.expiresAt),
  });
}

/** Values sent back unchanged are accepted: a secret key shows all permissions, but stores none. */
function changedPermissions(before: ApiKeyRow, requested: readonly Permission[] | undefined): Permission[] {
  if (!requested) return before.permissions;
  const invalid = (message: string) => new Problem('parameter_invalid', message, { param: 'permissions' });
  if (before.type === 'RESTRICTED') {
    if (requested.length === 0) throw invalid('permissions must name at least one permission.');
    return [...requested];
  }
  const shown = permissionsOf(before);
  if (requested.length !== shown.length || requested.some((each) => !shown.includes(each)))
    throw invalid('Only a restricted key has permissions of its own.');
  return before.permissions;
}

/** The past expiry of an expired key may be sent back as well. */
function changedExpiry({ expiresAt }: ApiKeyRow, requested: string | null | undefined): Date | null {
  const isUnchanged = requested === undefined || requested === expiresAt?.toISOString();
  return isUnchanged ? (expiresAt ?? null) : keyExpiry(requested);
}

function changedOrigins(before: ApiKeyRow, requested: readonly string[] | undefined): string[] {
  if (!requested) return before.allowedOrigins;
  if (before.type !== 'PUBLISHABLE' && requested.length > 0)
    throw new Problem('parameter_invalid', 'Only a publishable key has allowedOrigins.', { param: 'allowedOrigins' });
  return checkedOrigins(before.livemode, requested);
}

/** Stores a changed key and publishes the change; does nothing when nothing changed. */
export function saveApiKey(tx: Tx, before: ApiKeyRow, after: ApiKeyRow): ApiKeyResource {
  const [previous, object] = [toApiKey(before), toApiKey(after)];
  const previousAttributes = formerAttributes(previous, object);
  if (Object.keys(previousAttributes).length === 0) return previous;
  const version = before.version + 1;
  const { name, permissions, ipAllowlist, allowedOrigins, expiresAt } = after;
  const changes = { name, permissions, ipAllowlist, allowedOrigins, expiresAt, version, updatedAt: tx.now };
  tx.alongCommit`update api_keys set ${apiKeys.set(changes)} where ${own(tx)} and id = ${after.id}`;
  tx.emit('api_key.updated', { object, version, previousAttributes });
  return object;
}

export const keyRevoked = (): Problem => new Problem('resource_invalid_state', 'The key was revoked.');
