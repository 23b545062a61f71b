import {
  currentApiVersion,
  type ApiKeyType,
  type ApiKeyWithSecret,
  type CreateApiKey,
  type Permission,
} from '@mizan/contracts';
import { assertFuture, newId, own, Problem, type Tx } from '@mizan/service-kit';
import type { ApiKey } from './api-key.entity.ts';
import { toApiKey } from './api-key.resource.ts';
import { apiKeys } from './api-key.table.ts';
import { checkedOrigins } from './allowed-origins.ts';
import { hashKey, keyPrefix, newKey, type KeyApp } from './api-key-format.ts';

/** The properties of a new key. */
export interface NewApiKey {
  readonly type: ApiKeyType;
  readonly name?: string | null;
  /** Restricted keys only. */
  readonly permissions?: readonly Permission[] | null;
  readonly expiresAt?: Date | null;
  /** Addresses or CIDR ranges; empty allows any. */
  readonly ipAllowlist?: readonly string[] | null;
  /** Publishable keys only. */
  readonly allowedOrigins?: readonly string[] | null;
  /** The key itself, for demo keys that never change; otherwise it is random. */
  readonly key?: string | undefined;
}

/**
 * Creates a key for the transaction's account and mode. The result holds the key itself, which cannot be read again.
 *
 * @throws Problem `parameter_invalid`: its mode does not accept an origin
 */
export async function createApiKey(tx: Tx, { pepper }: KeyApp, input: NewApiKey): Promise<ApiKeyWithSecret> {
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
    allowedOrigins: input.type === 'PUBLISHABLE' ? checkedOrigins(livemode, input.allowedOrigins ?? []) : [],
    apiVersion: currentApiVersion,
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  await tx.sql`${apiKeys.insert([created])}`;
  const object = toApiKey(created);
  tx.emit('api_key.created', { object, version: created.version });
  return { ...object, secret: key };
}

/** Creates the key that a request describes. @throws Problem as {@link keyExpiry} and {@link assertRoomForKey} */
export async function createRequestedKey(tx: Tx, app: KeyApp, body: CreateApiKey): Promise<ApiKeyWithSecret> {
  const expiresAt = keyExpiry(body.expiresAt);
  await assertRoomForKey(tx);
  return createApiKey(tx, app, { ...body, expiresAt, key: undefined }); // the key is never chosen by a caller
}

/** Services keep the allowed origins of all keys of an account in memory. */
const maxKeys = 200;

/**
 * Creations of keys wait for each other at the lock, so that the count includes all before it.
 *
 * @throws Problem `resource_limit_reached`: the account has the most valid keys that one mode can have
 */
export async function assertRoomForKey(tx: Tx): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`keys ${merchantId} ${livemode}`}, 0))`;
  const row = await tx.one<{ count: number }>`
    select count(*)::int as count from api_keys
    where ${own(tx)} and revoked_at is null and (expires_at is null or expires_at > now())`;
  if ((row?.count ?? 0) < maxKeys) return;
  const reached = `The account has ${maxKeys} valid API keys in this mode, the most it can have. Revoke one first.`;
  throw new Problem('resource_limit_reached', reached);
}

/**
 * The expiry of a key, in real time also in test mode: an advanced test clock neither extends nor ends a key's life.
 *
 * @throws Problem `parameter_invalid`: it is in the past
 */
export function keyExpiry(expiresAt: string | null | undefined): Date | null {
  if (!expiresAt) return null;
  const end = new Date(expiresAt);
  assertFuture('expiresAt', end, new Date());
  return end;
}
