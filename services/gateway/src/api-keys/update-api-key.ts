import { fixedApiKeyFields, type ApiKey as ApiKeyResource, type Permission, type UpdateApiKey } from '@mizan/contracts';
import { checkFixedFields, formerAttributes, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { originsFor } from './allowed-origins.ts';
import { permissionsOf, toApiKey } from './api-key.resource.ts';
import { keyExpiry } from './key-expiry.ts';
import { lockKey, type ApiKeyRow } from './key-rows.ts';

/**
 * Changes what a key is called and what it may do, from where and until when. Gateways act on it like on a revocation.
 *
 * @throws Problem `resource_missing`: no such key of this account and mode
 * @throws Problem `resource_invalid_state`: it was revoked
 * @throws Problem `parameter_invalid`: other permissions than it shows for a key that is not restricted, or none for one
 *   that is; another type, mode or API version; origins for a key that is not publishable, or that its mode does not take;
 *   an end that is past
 */
export async function updateKey(tx: Tx, id: string, changes: UpdateApiKey): Promise<ApiKeyResource> {
  const before = await lockKey(tx, id);
  if (!before) throw resourceMissing();
  if (before.revokedAt) throw revoked();
  checkFixedFields(fixedApiKeyFields, changes, toApiKey(before));
  return saveKey(tx, before, {
    ...before,
    name: changes.name ?? before.name,
    permissions: changedPermissions(before, changes.permissions),
    ipAllowlist: changes.ipAllowlist ?? before.ipAllowlist,
    allowedOrigins: changedOrigins(before, changes.allowedOrigins),
    expiresAt: changedExpiry(before, changes.expiresAt),
  });
}

/** What a key sends back of itself is no change: a secret key shows all permissions, but stores none. */
function changedPermissions(before: ApiKeyRow, asked: readonly Permission[] | undefined): Permission[] {
  if (!asked) return before.permissions;
  const invalid = (message: string) => new Problem('parameter_invalid', message, { param: 'permissions' });
  if (before.type === 'RESTRICTED') {
    if (asked.length === 0) throw invalid('permissions must name at least one permission.');
    return [...asked];
  }
  const shown = permissionsOf(before);
  if (asked.length !== shown.length || asked.some((each) => !shown.includes(each)))
    throw invalid('permissions can be given for a restricted key only.');
  return before.permissions;
}

/** The end that an expired key shows may be sent back as well. */
function changedExpiry({ expiresAt }: ApiKeyRow, asked: string | null | undefined): Date | null {
  const isUnchanged = asked === undefined || asked === expiresAt?.toISOString();
  return isUnchanged ? (expiresAt ?? null) : keyExpiry(asked);
}

function changedOrigins(before: ApiKeyRow, asked: readonly string[] | undefined): string[] {
  if (!asked) return before.allowedOrigins;
  if (before.type !== 'PUBLISHABLE' && asked.length > 0)
    throw new Problem('parameter_invalid', 'allowedOrigins can be given for a publishable key only.', {
      param: 'allowedOrigins',
    });
  return originsFor(before.livemode, asked);
}

/** Stores a changed key and publishes what changed; writes nothing when nothing did. */
export function saveKey(tx: Tx, before: ApiKeyRow, after: ApiKeyRow): ApiKeyResource {
  const [was, is] = [toApiKey(before), toApiKey(after)];
  const previousAttributes = formerAttributes(was, is);
  if (Object.keys(previousAttributes).length === 0) return was;
  const version = before.version + 1;
  tx.alongCommit`
    update api_keys set name = ${after.name}, permissions = ${after.permissions}::text[],
      ip_allowlist = ${after.ipAllowlist}::text[], allowed_origins = ${after.allowedOrigins}::text[], expires_at = ${after.expiresAt}, updated_at = ${tx.now},
      version = ${version}
    where id = ${after.id}`;
  tx.emit('api_key.updated', { object: is, version, previousAttributes });
  return is;
}

export const revoked = (): Problem => new Problem('resource_invalid_state', 'The key was revoked.');
