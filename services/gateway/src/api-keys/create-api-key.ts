import { currentApiVersion, type ApiKey as ApiKeyResource, type ApiKeyType, type Permission } from '@mizan/contracts';
import { newId, type Tx } from '@mizan/service-kit';
import type { ApiKey } from './api-key.entity.ts';
import { toApiKey } from './api-key.resource.ts';
import { originsFor } from './allowed-origins.ts';
import { hashKey, keyPrefix, newKey } from './api-key-format.ts';

/** What an account asks of a new key. */
export interface CreateKey {
  readonly type: ApiKeyType;
  readonly name?: string;
  /** Restricted keys only. */
  readonly permissions?: readonly Permission[];
  readonly expiresAt?: Date | null;
  /** Addresses or CIDR ranges; none means any. */
  readonly ipAllowlist?: readonly string[];
  /** Publishable keys only. */
  readonly allowedOrigins?: readonly string[];
  /** The key itself, where it must be the same on every start; otherwise a random one is made. */
  readonly key?: string;
}

/**
 * Creates a key for the transaction's account and mode. The answer holds the key itself, which nobody can read again.
 *
 * @throws Problem `parameter_invalid`: an origin that its mode does not take
 * @param pepper what the stored hash depends on: `keyPepper`
 */
export async function createKey(
  tx: Tx,
  pepper: Buffer,
  input: CreateKey,
): Promise<{ apiKey: ApiKeyResource; key: string }> {
  const { merchantId, livemode } = tx.scope;
  const key = input.key ?? newKey(input.type, livemode);
  const created: ApiKey = {
    id: newId('key'),
    merchantId,
    livemode,
    type: input.type,
    keyHash: hashKey(pepper, key),
    prefix: keyPrefix(input.type, livemode),
    last4: key.slice(-4),
    name: input.name ?? null,
    permissions: input.type === 'RESTRICTED' ? [...(input.permissions ?? [])].sort() : [],
    ipAllowlist: [...(input.ipAllowlist ?? [])],
    allowedOrigins: input.type === 'PUBLISHABLE' ? originsFor(livemode, input.allowedOrigins ?? []) : [],
    apiVersion: currentApiVersion,
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  await tx.sql`
    insert into api_keys (id, merchant_id, livemode, type, key_hash, prefix, last4, name, permissions, ip_allowlist,
      allowed_origins, api_version, expires_at, version, created_at, updated_at)
    values (${created.id}, ${merchantId}, ${livemode}, ${created.type}, ${created.keyHash}, ${created.prefix},
      ${created.last4}, ${created.name}, ${created.permissions}::text[], ${created.ipAllowlist}::text[],
      ${created.allowedOrigins}::text[], ${created.apiVersion}, ${created.expiresAt}, ${created.version}, ${tx.now}, ${tx.now})`;
  const apiKey = toApiKey(created);
  tx.emit('api_key.created', { object: apiKey, version: created.version });
  return { apiKey, key };
}
