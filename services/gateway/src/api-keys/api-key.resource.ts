import {
  permissions as allPermissions,
  type ApiKey as ApiKeyResource,
  type ApiKeyType,
  type Permission,
} from '@mizan/contracts';
import type { ApiKey } from './api-key.entity.ts';
import { apiKeys } from './api-key.table.ts';

/** A key without its hash. */
export type ApiKeyRow = Omit<ApiKey, 'keyHash'>;

/** The columns of an {@link ApiKeyRow}. */
export const keyColumns = apiKeys.omit('keyHash');

/** The permissions of a key, sorted: all of them for a secret key, none for a publishable one. */
export function permissionsOf(key: { type: ApiKeyType; permissions: readonly Permission[] }): Permission[] {
  if (key.type === 'SECRET') return [...allPermissions];
  return [...key.permissions].sort();
}

/** An API key as the API shows it, without its secret. */
export const toApiKey = (key: ApiKeyRow): ApiKeyResource => ({
  id: key.id,
  object: 'api_key',
  name: key.name ?? null,
  type: key.type,
  mode: key.livemode ? 'live' : 'test',
  permissions: permissionsOf(key),
  prefix: key.prefix,
  last4: key.last4,
  apiVersion: key.apiVersion,
  ipAllowlist: key.ipAllowlist,
  allowedOrigins: key.allowedOrigins,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  createdAt: key.createdAt.toISOString(),
  livemode: key.livemode,
});

/** What revoking a key answers. */
export const toDeletedKey = ({ id }: Pick<ApiKeyResource, 'id'>) => ({ id, object: 'api_key', deleted: true }) as const;
